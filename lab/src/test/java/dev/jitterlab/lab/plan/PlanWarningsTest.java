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
