package dev.jitterlab.lab.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.lab.experiment.ExperimentReader;
import dev.jitterlab.lab.jdk.Jdk;
import dev.jitterlab.lab.jdk.JdkCatalog;
import dev.jitterlab.lab.workload.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanWarningsTest {
  private static final Jdk OWN = new Jdk(25, "25.0.1", "Maker", Path.of("/jdks/25"), true);

  @TempDir private Path folder;

  /** Of the HTTP load with these options. */
  private List<String> warningsOfLoad(String options) throws IOException {
    Path http = Files.createDirectories(folder.resolve("generators/http"));
    Files.writeString(
        http.resolve("load.yaml"),
        "name: http\ndescription: requests\njar: http.jar\nmain: dev.jitterlab.http.HttpLoad\n"
            + "endpoint: http\noptions: {search-rate: {type: text}, rate: {type: text}, slo: {type:"
            + " text}, connections: {type: integer}, scenario: {type: scenario}}\n");
    Path shop = Files.createDirectories(folder.resolve("workloads/shop"));
    Files.writeString(
        shop.resolve("workload.yaml"),
        "name: shop\njar: shop.jar\nserver: {main: a.B, options: {}}\nload: {generator: http}\n");
    Path file =
        Files.writeString(
            folder.resolve("test.yaml"),
            "workload: shop\nwarmup: 10s\nduration: 10s\nload: {" + options + "}\n");
    return PlanWarnings.of(
        new Planner(() -> new JdkCatalog(List.of(OWN)), OWN, 2)
            .plan(new ExperimentReader(Workloads.in(folder)).read(file)));
  }

  /** Else the load's own limit would be found, and said to be the server's. */
  @Test
  void saysThatTheLoadMayHaveTooFewRequestsUnderWay() throws IOException {
    assertEquals(List.of(), warningsOfLoad("search-rate: 100-10000, slo: 1s"));
    assertEquals(
        List.of(
            "At its highest rate the load may have up to 20 000 requests under way within the time"
                + " of `slo`, but only 10 000 are allowed for each server. Then the load's own"
                + " limit would be found instead of the server's. Lower the rate or `slo`."),
        warningsOfLoad("search-rate: 100-20000, slo: 1s"));
    assertEquals(
        1,
        warningsOfLoad("rate: '100:10s,300:10s,50', slo: 100ms, connections: 29").size(),
        "30 are under way");
    assertEquals(
        0, warningsOfLoad("rate: '100:10s,300:10s,50', slo: 100ms, connections: 30").size());
    assertEquals(0, warningsOfLoad("rate: '300', connections: 29").size(), "no promise");
    assertEquals(
        1,
        warningsOfLoad(
                "rate: '300', slo: 100ms, connections: 30, scenario: {journeys: [{name: a, steps:"
                    + " [{get: /1}, {get: /2}]}]}")
            .size());
  }

  private List<String> warnings(String timing) throws IOException {
    Path clock = Files.createDirectories(folder.resolve("workloads/clock"));
    Files.writeString(
        clock.resolve("workload.yaml"),
        "name: clock\njar: clock.jar\nserver: {main: a.B, options: {threads: {type: integer}}}\n"
            + "load: {main: a.C, endpoint: udp, options: {rate: {type: integer}}}\n");
    Path file = Files.writeString(folder.resolve("test.yaml"), "workload: clock\n" + timing);
    return PlanWarnings.of(
        new Planner(() -> new JdkCatalog(List.of(OWN)), OWN, 2)
            .plan(new ExperimentReader(Workloads.in(folder)).read(file)));
  }

  @Test
  void saysThatATrialIsTooShortToSeeWhetherItsServersAreSteady() throws IOException {
    assertEquals(
        List.of(
            "Warm-up and measurement take 9 s together. It takes 12 s to see whether a server is"
                + " steady, so the trial will be weak. Give a longer `warmup` or `duration`."),
        warnings("warmup: 3s\nduration: 6s\n"));
    assertEquals(List.of(), warnings("warmup: 5s\nduration: 7s\n"));
  }

  /** Nobody asks whether a cold server is steady, nor one that has no time to become so. */
  @Test
  void aTrialOfColdServersMayBeShort() throws IOException {
    assertEquals(List.of(), warnings("warmup: 0s\nduration: 3s\n"));
  }

  @Test
  void saysAlsoWhichGroupsAskForTheSame() throws IOException {
    assertEquals(
        2,
        warnings("warmup: 1s\nduration: 2s\ngroups: [{name: pool, values: [small, large]}]\n")
            .size());
  }
}
