package dev.jitterlab.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.metric.CapacityQuestion;
import dev.jitterlab.lab.metric.OwnMetrics;
import dev.jitterlab.lab.metric.ScrapedMetric;
import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.workload.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExperimentReaderTest {
  private static final String VARIABLES =
      """
      groups:
      - {name: memory, values: [6GB, 8GB]}
      - {name: scheduler, values: [old, new]}
      """;

  @TempDir private Path folder;

  @Test
  void fillsInEveryDefault() {
    Experiment experiment = ExperimentText.read(folder, "question: why?\n");
    assertEquals("test", experiment.name());
    assertEquals("why?", experiment.question());
    assertTrue(experiment.system().workload().isEmpty());
    assertEquals(1, experiment.design().seed());
    assertEquals(5, experiment.design().instances());
    assertEquals(new Timing(10, false, 30, 30), experiment.timing());
    assertEquals(ExecutionChoice.AUTO, experiment.design().execution());
    assertEquals(List.of(new Combination("all", Map.of())), experiment.groups().combinations());
    assertEquals("all", experiment.analysis().baseline());
    assertEquals("tick_drift_seconds.p99", experiment.analysis().primaryMetric());
    assertEquals(Map.of(), experiment.system().load());
  }

  @Test
  void readsEveryTopLevelValue() {
    Experiment experiment =
        ExperimentText.read(
            folder,
            """
            experiment: heap-1
            workload: battle
            seed: -7
            instances: 3
            warmup: 0s
            duration: 1.5m
            ready_timeout: 500ms
            execution: together
            primary_metric: ticks_late_ratio.1.1
            equivalence_margin: 2.5%
            calibrate: true
            load: {players: 12}
            """);
    assertEquals("heap-1", experiment.name());
    assertEquals("battle", experiment.system().workload().orElseThrow().name());
    assertEquals(-7, experiment.design().seed());
    assertEquals(3, experiment.design().instances());
    assertEquals(new Timing(0, false, 90, 0.5), experiment.timing());
    assertEquals(ExecutionChoice.TOGETHER, experiment.design().execution());
    assertEquals("ticks_late_ratio.1.1", experiment.analysis().primaryMetric());
    assertEquals(0.025, experiment.analysis().equivalenceMargin(), 1e-12);
    assertEquals("all-again", experiment.analysis().calibration());
    assertEquals(
        List.of("all", "all-again"),
        experiment.groups().combinations().stream().map(Combination::name).toList());
    assertEquals(Map.of("players", "12"), experiment.system().load());
  }

  /** YAML's core schema has three spellings of each. */
  @ParameterizedTest
  @CsvSource({"true, false", "True, False", "TRUE, FALSE"})
  void readsATruthValueInEachSpelling(String yes, String no) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("test.yaml"),
            "workload: battle\ncalibrate: %s\nticks: %s\ncontrol: %s\ncpu_sleep: %s\n"
                .formatted(yes, yes, yes, yes));
    ExperimentReader reader = new ExperimentReader(Workloads.in(ExperimentText.REFERENCE));
    Experiment on = reader.read(file);
    assertEquals("all-again", on.analysis().calibration());
    assertTrue(on.system().ticks() && on.control().isPresent() && on.cpuSleep());

    Files.writeString(
        file, "workload: battle\nticks: %s\ncontrol: %s\ncpu_sleep: %s\n".formatted(no, no, no));
    Experiment off = reader.read(file);
    assertFalse(off.system().ticks() || off.control().isPresent() || off.cpuSleep());
  }

  @Test
  void readsAWarmupUntilSteady() {
    assertEquals(
        new Timing(90, true, 30, 30),
        ExperimentText.read(folder, "warmup: {until: steady, at_most: 1.5m}\n").timing());
    assertEquals(
        new Timing(60, true, 30, 30),
        ExperimentText.read(folder, "warmup: {until: steady}\n").timing());
  }

  @Test
  void refusesAWarmupThatItDoesNotKnow() {
    assertEquals(
        List.of("1:17 `until`: expected the word steady, found the text `warm`"),
        ExperimentText.problems(folder, "warmup: {until: warm}\n"));
    assertEquals(
        List.of("1:9 `warmup` without `until`"),
        ExperimentText.problems(folder, "warmup: {at_most: 20s}\n"));
    assertEquals(
        List.of("1:9 `warmup` until the servers are steady cannot be combined with `capacity`"),
        ExperimentText.problems(
            folder, "warmup: {until: steady}\ncapacity: {load: jitterlab_battles}\n"));
  }

  @Test
  void refusesALoadForAWorkloadWithoutLoadGenerator() throws IOException {
    Path clock = Files.createDirectories(folder.resolve("workloads/clock"));
    Files.writeString(
        clock.resolve("workload.yaml"),
        "name: clock\njar: clock.jar\nserver: {main: a.B, options: {}}\n");
    Path file =
        Files.writeString(folder.resolve("test.yaml"), "workload: clock\nload: {players: 1}\n");
    LabException refused =
        assertThrows(
            LabException.class, () -> new ExperimentReader(Workloads.in(folder)).read(file));

    assertEquals(file + ":2:7", refused.problems().getFirst().where());
    assertEquals(
        "the workload `clock` has no load generator", refused.problems().getFirst().what());
  }

  @Test
  void selectsTheBaselineByNameOrByTargets() {
    assertEquals("6GB-old", ExperimentText.read(folder, VARIABLES).analysis().baseline());
    assertEquals(
        "8GB-old",
        ExperimentText.read(folder, VARIABLES + "baseline: 8GB-old").analysis().baseline());
    assertEquals(
        "8GB-new",
        ExperimentText.read(folder, VARIABLES + "baseline: [scheduler=new, memory = 8GB]")
            .analysis()
            .baseline());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "wrokload: battle | 1:1 unknown key `wrokload` | did you mean `workload`?",
        "workload: batle | 1:11 unknown workload `batle` | did you mean `battle`?",
        "instances: five | 1:12 `instances`: expected a whole number from 1 to 1000 | `five`",
        "instances: 0 | 1:12 `instances` | found the number `0`",
        "instances: '5' | 1:12 `instances` | found the text `5`",
        "seed: | 1:6 `seed` | found nothing",
        "seed: 99999999999999999999 | 1:7 `seed` | found the number",
        "warmup: 8 | 1:9 `warmup`: expected a time | found the number `8`",
        "duration: 0s | 1:11 `duration`: expected a time from 1ms | `0s`",
        "duration: 25h | 1:11 `duration` | `25h`",
        "duration: [8s] | 1:11 `duration` | found a list",
        "execution: block | 1:12 unknown value `block` | did you mean `blocks`?",
        "primary_metric: tick_drift_seconds.p98 | 1:17 unknown value | did you mean",
        "equivalence_margin: 3 | 1:21 `equivalence_margin`: expected a part | found the number `3`",
        "equivalence_margin: 60% | 1:21 `equivalence_margin` | at most 50%",
        "calibrate: maybe | 1:12 `calibrate`: expected true or false | found the text `maybe`",
        "experiment: a/b | 1:13 the name `a/b` cannot be part of a folder's name | a/b",
        "experiment: .. | 1:13 the name `..` cannot be part of a folder's name | ..",
        "baseline: nope | 1:11 no group is called `nope` | expected one of: all",
        "baseline: {} | 1:11 `baseline`: expected a group's name | found a mapping",
        "baseline: [] | 1:11 `baseline`: expected a group's name | found a list",
        "groups: x | 1:9 `groups`: expected a list | `x`",
        "groups: [] | 1:9 `groups` | found an empty list",
        "groups: [{name: a, values: []}] | 1:28 `values` | found an empty list",
        "groups: [{name: a, values: [x, x]}] | 1:32 duplicate value `x` | x",
        "groups: [{name: a=b, values: [x]}] | 1:17 the variable's name `a=b` | equals sign",
        "groups: [{values: [x]}] | 1:10 a variable without `name` | name",
        "groups: [{name: x}] | 1:10 a variable without `values` | values",
        "groups: [{name: a, values: ['#', '?']}] | 1:9 two groups would have the same name | name",
        "load: {players: 3} | 1:7 `load` sets options, and the file names no workload | load",
        "defaults: {server: {x: 1}} | 1:20 `server` sets options | names no workload",
        "defaults: {jvm_argument: -Xmx1g} | 1:12 unknown property `jvm_argument` | `jvm_arguments`",
        "defaults: {price_per_hour: 0.0} | 1:28 `price_per_hour`: expected a number above 0 | 0.0",
        "defaults: {price_per_hour: free} | 1:28 `price_per_hour` | found the text `free`",
        "load_level: players | 1:13 `load_level`: there is no variable `players` | players",
        "defaults: {jdk: latest} | 1:17 `jdk`: expected a feature release | `latest`",
        "defaults: {jvm_arguments: Xmx1g} | 1:27 expected JVM flags, found `Xmx1g` | not a flag",
        "defaults: {jvm_arguments: [-Xmx1g, [x]]} | 1:36 `jvm_arguments` | found a list",
        "defaults: {jvm_arguments: {a: {b: c}}} | 1:31 `a`: expected a text | found a mapping",
        "defaults: {environment: {A-B: x}} | 1:26 `A-B` cannot be the name | environment",
        "defaults: {environment: {A: [x]}} | 1:29 `A`: expected a text | found a list",
        "properties: [{properties: {a: b}}] | 1:14 properties without `targets` | targets",
        "properties: [{targets: [a=b], properties: {}}] | 1:25 `a=b` matches no group | no `groups`"
      })
  void reportsEachErrorAtItsPlace(String yaml, String start, String part) {
    List<String> problems = ExperimentText.problems(folder, yaml);
    assertFalse(problems.isEmpty(), yaml);
    assertTrue(problems.getFirst().startsWith(start), problems::toString);
    assertTrue(problems.getFirst().contains(part), problems::toString);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[memroy=6GB] | there is no variable `memroy` expected one of: memory, scheduler; did you",
        "[memory=7GB] | `memory` has no value `7GB` expected one of: memory=6GB, memory=8GB; did"
            + " you mean",
        "[memory=6GB, memory=8GB] | `memory` cannot have two values",
        "[memory] | expected a text such as 'memory=6GB', found the text `memory`",
        "memory=6GB | expected a list of texts"
      })
  void reportsTargetsThatMatchNoGroup(String targets, String part) {
    String yaml = VARIABLES + "properties: [{targets: " + targets + ", properties: {a: b}}]";
    List<String> problems = ExperimentText.problems(folder, yaml);
    assertEquals(1, problems.size(), problems::toString);
    assertTrue(problems.getFirst().startsWith("4:"), problems::toString);
    assertTrue(problems.getFirst().contains(part), problems::toString);
  }

  @Test
  void reportsABaselineThatSelectsSeveralGroups() {
    assertEquals(
        List.of("4:11 `baseline` must select one group, and selects 2: 6GB-old, 6GB-new"),
        ExperimentText.problems(folder, VARIABLES + "baseline: ['memory=6GB']"));
  }

  @Test
  void reportsAllErrorsAtOnceInTheFilesOrder() {
    List<String> problems =
        ExperimentText.problems(
            folder,
            """
            workload: battle
            instances: many
            defaults:
              jdk: [25]
              server: {tick-rte: 3, tick-rate: 0, scheduler: scheduled-pol}
            seed: 1
            seed: 2
            load: {players: all}
            """);
    List<String> places = problems.stream().map(line -> line.split(" ", 2)[0]).toList();
    assertEquals(List.of("2:12", "4:8", "5:12", "5:36", "5:50", "7:1", "8:17"), places);
  }

  @Test
  void refusesMoreGroupsThanCouldEverRun() {
    String values = "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]";
    StringBuilder yaml = new StringBuilder("groups:\n");
    for (int i = 0; i < 40; i++) {
      yaml.append("- {name: v").append(i).append(", values: ").append(values).append("}\n");
    }
    assertEquals(
        List.of("2:1 the variables make more than 1000 groups"),
        ExperimentText.problems(folder, yaml.toString()));
    yaml.append("include: [[v0=0");
    for (int i = 1; i < 40; i++) {
      yaml.append(", v").append(i).append("=0");
    }
    assertEquals(
        List.of("2:1 the variables make more than 1000 groups"),
        ExperimentText.problems(folder, yaml.append("]]\n").toString()));
  }

  @Test
  void followsAnchorsAndMergeKeys() {
    Experiment experiment =
        ExperimentText.read(
            folder,
            """
            groups:
            - {name: a, values: [x, y]}
            properties:
            - targets: [a=x]
              properties: &shared {ami: one, disk: slow}
            - targets: [a=y]
              properties: {<<: *shared, disk: fast}
            """);
    Map<String, Object> merged =
        MergedProperties.of(experiment.groups(), experiment.groups().combinations().get(1))
            .plainValues();
    assertEquals(Map.of("ami", "one", "disk", "fast"), merged);
  }

  @Test
  void readsMetricsOfItsOwnAndTheCapacity() {
    Experiment experiment =
        ExperimentText.read(
            folder,
            """
            primary_metric: bytes
            metrics:
            - {name: bytes, rate: 'x_total{kind="full"}', per: players, unit: bytes, better: lower}
            - {name: battles, mean: jitterlab_battles}
            - {name: waits, p999: lock-wait, better: lower}
            capacity: {load: jitterlab_battles, late_above: 1.4, late_ratio: 0.5%}
            """);
    assertEquals("bytes", experiment.analysis().primaryMetric());
    assertEquals(
        new OwnMetrics(
            List.of(
                new ScrapedMetric(
                    "bytes",
                    ScrapedMetric.Reading.RATE,
                    "x_total{kind=\"full\"}",
                    "players",
                    null,
                    Unit.BYTES,
                    ScrapedMetric.Better.LOWER),
                new ScrapedMetric(
                    "battles",
                    ScrapedMetric.Reading.MEAN,
                    "jitterlab_battles",
                    null,
                    null,
                    Unit.NUMBER,
                    null),
                new ScrapedMetric(
                    "waits",
                    ScrapedMetric.Reading.P999,
                    "lock-wait",
                    null,
                    null,
                    Unit.SECONDS,
                    ScrapedMetric.Better.LOWER)),
            new CapacityQuestion("jitterlab_battles", "1.4", 0.005)),
        experiment.analysis().metrics());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          metrics: [{name: a}]                                 | needs one of rate, peak, mean, max and last
          metrics: [{name: a, mean: b, max: b}]                | found 2 of them
          metrics: [{name: a, men: b, max: b}]                 | did you mean `mean`?
          metrics: [{mean: b}]                                 | a metric without `name`
          metrics: [{name: cpu_load, mean: b}]                 | cannot be called `cpu_load`
          metrics: [{name: capacity, mean: b}]                 | cannot be called `capacity`
          metrics: [{name: A-b, mean: b}]                      | cannot be called `A-b`
          metrics: [{name: a, mean: b}, {name: a, mean: c}]    | two metrics are called `a`
          metrics: [{name: a, mean: 'b{'}]                     | is not a series
          metrics: [{name: a, mean: b, per: c, per_rate: d}]   | either `per` or `per_rate`
          metrics: [{name: a, p99: b, per: c}]                 | takes no `per` or `per_rate`
          metrics: [{name: a, p99: 'b{c}'}]                    | is not a tag of times
          metrics: [{name: a, mean: b, unit: byte}]            | did you mean `bytes`?
          metrics: [{name: a, mean: b, better: less}]          | unknown value `less` of `better`
          capacity: {late_ratio: 1%}                           | `capacity` without `load`
          capacity: {load: b, late_ratio: 0.001}               | such as 3%
          capacity: {load: b, late_above: 1.5}                 | is one of 1.1, 1.4, 2, 4, overdue, slo; found `1.5`
          primary_metric: capacity                             | unknown value `capacity`
          """)
  void refusesWhatIsNoMetric(String text, String message) {
    LabException refused =
        assertThrows(LabException.class, () -> ExperimentText.read(folder, text + "\n"));
    assertTrue(
        refused.problems().stream().anyMatch(problem -> problem.what().contains(message)),
        () -> refused.problems().toString());
  }

  @Test
  void needsToKnowWhichWayThePrimaryMetricIsBetter() {
    LabException refused =
        assertThrows(
            LabException.class,
            () ->
                ExperimentText.read(folder, "primary_metric: a\nmetrics: [{name: a, mean: b}]\n"));
    assertTrue(refused.getMessage().contains("does not say which way is better"));
  }
}
