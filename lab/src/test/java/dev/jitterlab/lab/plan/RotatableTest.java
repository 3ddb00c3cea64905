package dev.jitterlab.lab.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.experiment.ExperimentReader;
import dev.jitterlab.lab.experiment.ExperimentText;
import dev.jitterlab.lab.jdk.Jdk;
import dev.jitterlab.lab.jdk.JdkCatalog;
import dev.jitterlab.lab.workload.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which experiments can rotate, and what the plan says of those that cannot. */
class RotatableTest {
  private static final Jdk OWN = new Jdk(25, "25.0.1", "Maker", Path.of("/jdks/25"), true);

  private static final String SHOP =
      """
      execution: rotate
      workload:
        name: shop
        server: {command: '${java} ${jvm_arguments} Shop ${port}', ready: {port: '${port}'}TICKS}
        load: LOAD
      groups: [{name: gc, values: [g1, zgc]}]
      warmup: 10s
      duration: DURATION
      instances: 5
      seed: 7
      """;

  @TempDir private Path folder;

  private Plan plan(String yaml) throws IOException {
    Path file = Files.writeString(folder.resolve("test.yaml"), yaml);
    return new Planner(() -> new JdkCatalog(List.of(OWN)), OWN, 2)
        .plan(new ExperimentReader(Workloads.in(ExperimentText.REFERENCE)).read(file));
  }

  private static String shop(String load, String duration, String ticks) {
    return SHOP.replace("LOAD", load).replace("DURATION", duration).replace("TICKS", ticks);
  }

  @Test
  void everyCohortHasOneServerOfEachGroupAndAllTurnsAreInThePlan() throws IOException {
    Plan plan = plan(shop("{http: {rate: '50'}}", "20s", ""));

    assertEquals("rotate", plan.design().execution().mode());
    assertEquals(5, plan.blocks().size());
    for (Plan.Block block : plan.blocks()) {
      Set<String> ids = Set.of("g1/" + block.number(), "zgc/" + block.number());
      assertEquals(4, block.rotation().rounds().size());
      block.rotation().rounds().forEach(round -> assertEquals(ids, Set.copyOf(round.order())));
      assertEquals("--turns", block.load().command().getLast());
    }
    assertTrue(
        plan.blocks().stream()
                .flatMap(block -> block.rotation().rounds().stream())
                .map(round -> round.order().getFirst().startsWith("zgc"))
                .distinct()
                .count()
            == 2,
        "no group is always the first");
    assertEquals(5 * (5 + 2 * 10 + 2 * (20 + 4 * 2)), RunTime.estimateSeconds(plan));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {command: 'sh load.sh'} | 20s | '' | the load is an external command, which cannot pause
          {http: {rate: '50'}} | 5s | '' | a duration below 6 s is too short for two slices
          {http: {model: ramp, rate: '5..50:9s'}} | 20s | '' | the load rises while it is measured
          {http: {model: steps, rate: '5:9s,50'}} | 20s | '' | the load rises while it is measured
          {http: {rate: '50'}} | 20s | ', ticks: {event: a.Tick, rate: 20}' | the servers tick also without load
          """)
  void saysWhyItAlternatesInstead(String load, String duration, String ticks, String why)
      throws IOException {
    Plan plan = plan(shop(load, duration, ticks));

    assertEquals("alternate", plan.design().execution().mode());
    assertEquals(
        "the experiment asks for rotate, which is not possible because "
            + why
            + "; so one server at a time, every group in turn",
        plan.design().execution().why());
    assertNull(plan.blocks().getFirst().rotation());
    assertEquals(10, plan.blocks().size());
  }

  @Test
  void serversThatWorkWithoutLoadDoNotRotate() throws IOException {
    assertTrue(
        plan("{execution: rotate, workload: periodic, groups: [{name: a, values: [x, y]}]}")
            .design()
            .execution()
            .why()
            .contains("because the servers load themselves"));
    assertTrue(
        plan("{execution: rotate, workload: battle, groups: [{name: a, values: [x, y]}]}")
            .design()
            .execution()
            .why()
            .contains("because the load generator of battle cannot pause"));
    assertTrue(
        plan(shop("{http: {rate: '50'}}", "20s", "").replace("[g1, zgc]", "[g1]"))
            .design()
            .execution()
            .why()
            .contains("because a single group cannot take turns"));
  }

  private Path write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  /** Of a server of ours that rests without load. */
  private String whyTheGatewayRuns(String server, String load) throws IOException {
    write(
        "workloads/gateway/workload.yaml",
        """
        name: gateway
        jar: gateway.jar
        server:
          main: shop.Gateway
          ticks: false
          options: {changes: {type: text}}
        load: {generator: http, endpoint: http}
        """);
    write(
        "generators/http/load.yaml",
        """
        name: http
        jar: http.jar
        main: shop.Load
        endpoint: http
        pauses: true
        options: {rate: {type: text}, search-rate: {type: text}}
        """);
    String yaml =
        """
        execution: rotate
        workload: gateway
        primary_metric: cpu_load
        groups: [{name: gc, values: [g1, zgc]}]
        defaults: {server: SERVER}
        load: LOAD
        duration: 20s
        """;
    Path file = write("test.yaml", yaml.replace("SERVER", server).replace("LOAD", load));
    return new Planner(() -> new JdkCatalog(List.of(OWN)), OWN, 2)
        .plan(new ExperimentReader(Workloads.in(folder)).read(file))
        .design()
        .execution()
        .why();
  }

  @Test
  void whatChangesByTheClockDoesNotRotate() throws IOException {
    String changing = "because servers of g1 change their work by the clock";
    String rising = "because the load rises while it is measured";
    String rate = "{rate: 50}";

    String changes = whyTheGatewayRuns("{changes: '20s reviews:errors=1'}", rate);
    assertTrue(changes.contains(changing), changes);
    String search = whyTheGatewayRuns("{}", "{search-rate: 5-50}");
    assertTrue(search.contains(rising), search);
    String constant = whyTheGatewayRuns("{}", rate);
    assertFalse(constant.contains("not possible"), constant);
  }
}
