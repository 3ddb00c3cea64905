package dev.jitterlab.lab.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.experiment.ExperimentReader;
import dev.jitterlab.lab.experiment.ExperimentText;
import dev.jitterlab.lab.jdk.Jdk;
import dev.jitterlab.lab.jdk.JdkCatalog;
import dev.jitterlab.lab.metric.MetricValues;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.plan.Planner;
import dev.jitterlab.lab.process.LocalHost;
import dev.jitterlab.lab.report.page.ReportWriter;
import dev.jitterlab.lab.run.ProcessRecord;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.run.RunState.BlockTimes;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.summary.SummaryBuilder;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.workload.Workloads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whole runs, from the experiment file to the report, of servers that know nothing of Jitterlab.
 */
class ForeignRunTest {
  private static final Jdk OWN =
      new Jdk(25, "25", "Maker", Path.of(System.getProperty("java.home")), true);

  @TempDir private Path temporary;
  private final SilentProgress progress = new SilentProgress();
  private RunDirectory directory;

  @BeforeEach
  void nameTheRunDirectory() {
    directory = new RunDirectory(temporary.resolve("run"));
  }

  private Plan plan(String workload, String more) throws IOException {
    String yaml =
        """
        instances: 1
        warmup: 300ms
        duration: 3s
        %s
        workload:
          name: strange
        %s
        """
            .formatted(more, workload.indent(2));
    Path file = Files.writeString(temporary.resolve("test.yaml"), yaml);
    return new Planner(() -> new JdkCatalog(List.of(OWN)), OWN, 2)
        .plan(new ExperimentReader(Workloads.in(ExperimentText.HOME)).read(file));
  }

  private void run(Plan plan) throws Exception {
    byte[] experiment = Files.readAllBytes(temporary.resolve("test.yaml"));
    new Execution(plan, experiment, List.of(), directory, progress, Time.system(), LocalHost::open)
        .run();
  }

  private Problem failureOf(String workload, String more) throws IOException {
    Plan plan = plan(workload, more);
    LabException failure = assertThrows(LabException.class, () -> run(plan));
    assertEquals(ExitCode.RUN_FAILED, failure.exitCode(), failure.getMessage());
    return failure.problems().getFirst();
  }

  private ProcessRecord record(Path folder) {
    return Json.read(RunDirectory.process(folder), ProcessRecord.class);
  }

  private static String server(String keys) {
    return """
    server:
      command:
        ['${java}', -Xmx64m, '${jvm_arguments}', -cp, '%s', %s, '${port}', '${instance}']
    %s
    """
        .formatted(ScriptedPlans.classPath(), StrangeServer.class.getName(), keys.indent(2));
  }

  /** The server is the child of a shell; it ticks by events; a shell command loads it. */
  @Test
  void measuresAServerWithEventsMetricsAndAnExternalLoad() throws Exception {
    Files.writeString(
        temporary.resolve("start.sh"), "\"$@\" &\ntrap 'kill $!; wait $!' TERM\nwait $!\n");
    String command = server("").replace("['${java}'", "[sh, '${here}/start.sh', '${java}'");
    run(
        plan(
            command
                + """
                  ready: {log: '^Open .* on ${port}$'}
                  metrics: http://127.0.0.1:${port}/metrics
                  ticks: {event: strange.Tick, rate: 50}
                load:
                  command: sh -c 'echo ${target} ${seed} ${seconds}; sleep 600'
                """,
            ""));

    ProcessRecord server = record(directory.instance("all/1"));
    String port = server.endpoints().get("port");
    assertEquals("127.0.0.1:" + port, server.endpoints().get("target"));
    assertEquals("http://127.0.0.1:" + port + "/metrics", server.endpoints().get("metrics"));
    assertEquals(List.of(port, "1"), server.command().reversed().subList(0, 2).reversed());
    ProcessRecord load = record(directory.load(1, "all/1"));
    assertEquals("load/1/all/1", load.id());
    assertEquals("stopped", load.fate().state());
    assertEquals(
        "127.0.0.1:%s 2 4\n".formatted(port),
        Files.readString(RunDirectory.stdout(directory.load(1, "all/1"))));
    BlockTimes times = Json.read(directory.runState(), RunState.class).blocks().getFirst();
    try (SamplesReader samples = SamplesReader.open(directory).orElseThrow()) {
      double from = times.measuredFrom();
      double to = times.measuredTo();
      assertEquals(
          7,
          samples
              .max("all/1", "strange_requests_total", MeasuredWindows.of(from, to))
              .orElseThrow(),
          "its own");
      assertTrue(
          samples
                  .max("all/1", "lab_process_resident_bytes", MeasuredWindows.of(from, to))
                  .orElseThrow()
              > 30e6,
          "the shell's child counts");
    }
    Summary summary = new SummaryBuilder(directory).write();
    MetricValues metrics = summary.groups().getFirst().metrics();
    assertTrue(value(metrics, "ticks") > 10, metrics.toString());
    assertTrue(value(metrics, "tick_execution_seconds.p50") > 0.0009, metrics.toString());
    assertTrue(value(metrics, "ticks_late_ratio.4") < 1, metrics.toString());
    assertTrue(value(metrics, "ticks_overdue_ratio") < 1, metrics.toString());
    try (SamplesReader samples = SamplesReader.open(directory).orElseThrow()) {
      assertEquals(
          value(metrics, "ticks"),
          samples
              .increase(
                  "all/1",
                  "jitterlab_tick_total_seconds_count",
                  null,
                  times.measuredFrom(),
                  times.measuredTo())
              .orElseThrow(),
          0.5,
          "the check of late ticks and the summary read the same ones");
    }
    String checks = summary.validity().checks().toString();
    assertTrue(checks.contains("the load comes from an external command"), checks);
    assertTrue(
        progress.statuses.stream().allMatch(status -> status.lateTicks().isEmpty()),
        "nobody knows them while they are made");
    assertTrue(
        progress.notes.stream().anyMatch(note -> note.contains("known when a block is over")),
        progress.notes::toString);
    assertTrue(Files.size(ReportWriter.write(directory)) > 100);
    assertFalse(
        ProcessHandle.of(server.pid()).isPresent() || ProcessHandle.of(load.pid()).isPresent());
  }

  @Test
  void measuresAServerWithoutTicksMetricsAndLoad() throws Exception {
    run(plan(server("ready: {http: 'http://127.0.0.1:${port}/'}"), ""));

    Summary summary = new SummaryBuilder(directory).write();
    assertEquals("cpu_load", summary.primaryMetric());
    MetricValues metrics = summary.groups().getFirst().metrics();
    assertNull(value(metrics, "tick_drift_seconds.p50"));
    assertEquals(0, value(metrics, "ticks"));
    assertTrue(value(metrics, "cpu_load") > 0, metrics.toString());
    assertTrue(value(metrics, "deoptimisations") >= 0, metrics.toString());
    assertFalse(summary.groups().getFirst().instances().getFirst().nullified());
    // Where others fill the machine, the verdict is about them.
    boolean invalid = summary.validity().status().equals("invalid");
    assertTrue(invalid || summary.verdict().contains("CPU load"), summary.verdict());
    Map<String, String> why = new HashMap<>();
    summary.validity().checks().forEach(check -> why.put(check.name(), check.why()));
    assertFalse(why.containsKey("tick_log_gap_ratio"), "a server without ticks has no tick log");
    assertTrue(why.get("scrape_loss_ratio").contains("no process has an endpoint"), why.toString());
    assertTrue(Files.size(ReportWriter.write(directory)) > 100);
  }

  @Test
  void namesTheLoadThatFails() throws IOException {
    Problem problem =
        failureOf(server("") + "load: {command: sh -c 'echo no such option; exit 3'}\n", "");

    assertEquals("load/1/all/1", problem.where());
    assertTrue(problem.what().contains("exit status 3"), problem.what());
    assertTrue(problem.details().contains("no such option"), problem.details());
  }

  @Test
  void saysThatALoadEndedBeforeTheMeasurement() throws Exception {
    run(plan(server("") + "load: {command: 'true'}\n", ""));

    assertEquals("finished", record(directory.load(1, "all/1")).fate().state());
    Summary summary = new SummaryBuilder(directory).write();
    assertEquals("invalid", summary.validity().status());
    String checks = summary.validity().checks().toString();
    assertTrue(checks.contains("load/1/all/1 ended"), checks);
  }

  /** The load of one group ends at once, so that its server has nothing to do and needs less. */
  @Test
  void aGroupWhoseLoadEndedEarlyHasOnlyABound() throws Exception {
    run(
        plan(
            server("") + "load:\n  command: sh -c 'sleep ${properties.life}'\n",
            """
            execution: blocks
            groups: [{name: load, values: [whole, short]}]
            baseline: whole
            defaults: {life: 600}
            properties:
            - targets: [load=short]
              properties: {life: 0}
            """));

    assertEquals("stopped", record(directory.load(1, "whole/1")).fate().state());
    assertEquals("finished", record(directory.load(1, "short/1")).fate().state());
    // Where others fill the machine, the verdict is about them, and the checks stand all the same.
    Map<String, Summary.Check> checks = new HashMap<>();
    new SummaryBuilder(directory)
        .write()
        .validity()
        .checks()
        .forEach(check -> checks.put(check.name(), check));
    String doubted = checks.get("instances_without_figure").why();
    assertTrue(doubted.contains("short/1 (its load ended early)"), doubted);
    assertFalse(doubted.contains("whole/1"), doubted);
    assertEquals("weak", checks.get("load_external_missing_ratio").status());
  }

  @Test
  void namesWhatItWaitedForAndTheLastLines() throws IOException {
    Problem problem = failureOf(server("ready: {port: '${port.other}'}"), "ready_timeout: 1500ms");

    assertEquals("all/1", problem.where());
    String port = record(directory.instance("all/1")).command().reversed().get(1);
    assertTrue(problem.what().contains("took no connection on port "), problem.what());
    assertTrue(problem.what().contains("1.5 s"), problem.what());
    assertFalse(problem.what().contains(port), "another port");
  }

  /** Such as an old instance on a fixed port: both groups would be measured by its answers. */
  @Test
  void aProgramThatListensAlreadyIsNotTakenForTheServer() throws IOException {
    try (ServerSocket stranger = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      int port = stranger.getLocalPort();
      Problem problem = failureOf(server("ready: {port: '" + port + "'}"), "");

      assertEquals("all/1", problem.where());
      assertEquals(
          "port " + port + " is taken by another program before the server starts", problem.what());
      assertTrue(problem.remedy().contains("${port}"), problem.remedy());
      assertFalse(
          Files.exists(RunDirectory.stdout(directory.instance("all/1"))), "it was not started");
    }
  }

  private static Double value(MetricValues values, String key) {
    return Metrics.ofAll().find(key).orElseThrow().in(values);
  }
}
