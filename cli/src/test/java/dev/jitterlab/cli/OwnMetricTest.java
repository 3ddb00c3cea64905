package dev.jitterlab.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A metric from a jar of the user's own, in a lab of its own: the jar is named at its start. */
class OwnMetricTest {
  private static final String SOURCE =
      """
      package own;

      import dev.jitterlab.lab.metric.*;
      import java.util.*;

      public final class Spills implements MetricProvider {
        @Override public List<Metric> metrics() {
          return List.of(
              Metric.of("cache_spills", "Cache spills", Unit.NUMBER)
                  .compared("cache spills", "spills less")
                  .shownFirst()
                  .read(Pooling.mean(server -> server.increase("cache_spills_total"))));
        }
      }
      """;

  @TempDir private Path folder;

  private OwnJar jar;

  @BeforeEach
  void compile() throws IOException {
    jar = OwnJar.compile(folder, "Spills", "dev.jitterlab.lab.metric.MetricProvider", SOURCE);
  }

  @Test
  void itDecidesTheVerdictAndIsInTheSummaryTheTerminalAndThePage() throws Exception {
    RunDirectory run = run("run", 2);
    String printed = jar.lab("report", run.root().toString()) + shown(run);

    String summary = Files.readString(run.summary());
    assertTrue(summary.contains("\"cache_spills\" : 24.0"), summary);
    assertTrue(summary.contains("\"metric\" : \"cache_spills\""), summary);
    assertTrue(
        printed.contains(
            "No difference found between scheduled-pool and thread-per-task in cache spills"),
        "two constant instances decide nothing: " + printed);
    assertTrue(printed.matches("(?s).*\nCache spills \\* +24 +12 +0\\.5 .*"), printed);
    String page = Files.readString(run.report());
    assertTrue(page.contains("\"Cache spills\""), "the chart of instances offers it");
    assertTrue(page.contains("<th scope=\"row\">Cache spills"), page);
  }

  @Tag("long") // RunComparerTest compares by an own metric too
  @Test
  void runsAreComparedAndGatedByItAndItHasAHistory() throws Exception {
    String before = summarised(run("before", 2));
    String after = summarised(run("after", 2));

    String compared = jar.lab("compare", before, after, "--gate", "cache_spills<=1.1");
    assertTrue(compared.matches("(?s).*Cache spills +24 +24 +1 .*"), compared);
    assertTrue(compared.contains("gate cache_spills<=1.1, scheduled-pool: passed"), compared);
    String history = jar.lab("history", before, after, "--metric", "cache_spills");
    assertTrue(history.contains("Cache spills in 2 runs"), history);
  }

  @Test
  void anExperimentCanAskForIt() throws Exception {
    Path experiment =
        Files.writeString(
            folder.resolve("x.yaml"), "workload: battle\nprimary_metric: cache_spills\n");
    assertTrue(jar.lab("plan", experiment.toString(), "--format", "json").contains("cache_spills"));
  }

  private String shown(RunDirectory run) throws Exception {
    return jar.lab("show", run.root().toString());
  }

  private String summarised(RunDirectory run) throws Exception {
    String folderOfRun = run.root().toString();
    assertTrue(jar.lab("report", folderOfRun).contains("report"));
    return folderOfRun;
  }

  /**
   * Of two groups of two servers; those of the baseline spill so often a second, the others half.
   */
  private RunDirectory run(String name, double perSecond) {
    RunDirectoryFixture fixture =
        new RunDirectoryFixture(folder.resolve(name)).instances(2).primaryMetric("cache_spills");
    for (int i = 1; i <= 2; i++) {
      fixture.processCounter("thread-per-task/" + i, "cache_spills_total", perSecond);
      fixture.processCounter("scheduled-pool/" + i, "cache_spills_total", perSecond / 2);
    }
    return fixture.write();
  }
}
