package dev.jitterlab.lab.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.experiment.ExperimentReader;
import dev.jitterlab.lab.jdk.Jdk;
import dev.jitterlab.lab.jdk.JdkCatalog;
import dev.jitterlab.lab.workload.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EqualGroupsTest {
  private static final Jdk OWN = new Jdk(25, "25.0.1", "Maker", Path.of("/jdks/25"), true);
  private static final String THREE =
      """
      workload: clock
      groups: [{name: pool, values: [small, middle, large]}]
      properties:
      - {targets: [pool=small], properties: {server: {threads: 1}}}
      """;
  private static final String FOREIGN =
      """
      workload:
        name: strange
        server:
          command: [/bin/echo, '%s', '--port=${port}']
      groups: [{name: pool, values: [small, large]}]
      """;

  @TempDir private Path folder;

  @BeforeEach
  void aWorkload() throws IOException {
    Path clock = Files.createDirectories(folder.resolve("workloads/clock"));
    Files.writeString(
        clock.resolve("workload.yaml"),
        """
        name: clock
        jar: clock.jar
        server: {main: a.B, options: {threads: {type: integer}}}
        load: {main: a.C, endpoint: udp, options: {flood: {type: text}, rate: {type: integer}}}
        """);
  }

  private Plan plan(String yaml) throws IOException {
    Path file = Files.writeString(folder.resolve("test.yaml"), yaml);
    return new Planner(() -> new JdkCatalog(List.of(OWN)), OWN, 2)
        .plan(new ExperimentReader(Workloads.in(folder)).read(file));
  }

  private List<String> warnings(String yaml) throws IOException {
    return EqualGroups.warnings(plan(yaml));
  }

  @Test
  void namesTheGroupsWhosePropertiesWereForgotten() throws IOException {
    assertEquals(
        List.of(
            "The groups middle and large ask for exactly the same, so only chance can make them"
                + " differ. Give each its own `properties`. To compare the baseline with itself,"
                + " set `calibrate: true`."),
        warnings(THREE));
    assertEquals(
        List.of(),
        warnings(THREE + "- {targets: [pool=large], properties: {server: {threads: 9}}}\n"));
  }

  @Test
  void namesNoMoreThanAReaderReads() throws IOException {
    String many = "workload: clock\ngroups: [{name: n, values: [a, b, c, d, e, f, g, h]}]\n";

    String warning = warnings(many).getFirst();
    assertTrue(warning.startsWith("The groups a, b, c, d, e, f and 2 more ask for "), warning);
  }

  @Test
  void theGroupThatRepeatsTheBaselineIsEqualOnPurpose() throws IOException {
    assertEquals(List.of(), warnings("workload: clock\ncalibrate: true\n"));
  }

  /** A flood of one group's server makes a difference; a rate is no name of the group 300. */
  @Test
  void aLoadMayNameTheGroupsThatItTreatsInAnotherWay() throws IOException {
    String two = "workload: clock\ngroups: [{name: clients, values: [calm, hostile]}]\n";

    assertEquals(List.of(), warnings(two + "load: {flood: 'hostile:garbage:100'}\n"));
    assertEquals(1, warnings(two + "load: {flood: 'hostile-ones:garbage:100'}\n").size());
    assertEquals(
        1,
        warnings("workload: clock\ngroups: [{name: n, values: [200, 300]}]\nload: {rate: 300}\n")
            .size());
  }

  @Test
  void aCommandMayHaveTheGroupInIt() throws IOException {
    assertEquals(List.of(), warnings(FOREIGN.formatted("${group.values.pool}")));
    assertEquals(1, warnings(FOREIGN.formatted("pool")).size());
  }

  /** As the thesis's example: what its groups stand for is known to those who run it. */
  @Test
  void saysNothingWhereNothingRuns() throws IOException {
    assertEquals(List.of(), warnings("groups: [{name: n, values: [a, b]}]\n"));
  }

  @Test
  void standsBesideTheKeysOfThePlanInJson() throws IOException {
    Plan plan = plan(THREE);
    String bare = Json.write(plan).strip();
    String warned = Json.write(new WarnedPlan(plan, EqualGroups.warnings(plan)));

    assertTrue(warned.startsWith(bare.substring(0, bare.length() - 2)), warned);
    assertTrue(warned.contains("\"warnings\" : [ \"The groups middle and large ask"), warned);
  }
}
