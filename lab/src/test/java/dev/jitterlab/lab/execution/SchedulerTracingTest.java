package dev.jitterlab.lab.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.collector.Collector;
import dev.jitterlab.lab.collector.SchedulerTrace;
import dev.jitterlab.lab.host.FakeHost;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.process.LocalHost;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.run.ProcessRecord;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.run.RunState.BlockTimes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchedulerTracingTest {
  /** Succeeds if this machine can be traced. */
  private static final String POSSIBLE =
      "perf record -a -e dummy --switch-events --synth=task -o /dev/null true";

  private static final Map<String, Object> ON = Map.of(SchedulerTrace.NAME, true);

  @TempDir private Path temporary;
  private final List<String> notes = new ArrayList<>();
  private final SilentProgress progress = new SilentProgress();

  private static Collector.Obstacle noPerf() {
    return new Collector.Obstacle("there is no perf", "Install it.");
  }

  @Test
  void withoutTheSwitchNobodyLooksForPerf() {
    Plan plan = ScriptedPlans.controlled();
    SchedulerTracing tracing =
        SchedulerTracing.of(() -> fail("it looked"), plan, plan.blocks(), notes::add);
    assertFalse(tracing.isWanted(plan.blocks().getFirst()));
  }

  @Test
  void tracesBlocksThatHaveAServerWhoseGroupAsksForIt() {
    Plan plan = ScriptedPlans.recording(ScriptedPlans.alternating("good", "good"), "second", ON);
    SchedulerTracing tracing =
        SchedulerTracing.of(Optional::empty, plan, plan.blocks(), notes::add);
    assertEquals(
        List.of(false, true, false, true), plan.blocks().stream().map(tracing::isWanted).toList());
    assertEquals(List.of(), notes);
  }

  @Test
  void whatTheMachineCannotDoIsSaidOnceWithTheRemedy() {
    Plan plan = ScriptedPlans.recording(ScriptedPlans.controlled(), ScriptedPlans.GROUP, ON);
    SchedulerTracing tracing =
        SchedulerTracing.of(() -> Optional.of(noPerf()), plan, plan.blocks(), notes::add);
    assertFalse(tracing.isWanted(plan.blocks().getFirst()));
    assertEquals(
        List.of(
            "Going on without `recording: {scheduler_trace: true}`: there is no perf. Install it."),
        notes);
  }

  /** The hosts' perf never says that it records. */
  @Test
  void aPerfThatDoesNotRecordCostsTheRunNothingElse() throws Exception {
    assumeTrue(SchedulerTrace.obstacleHere().isEmpty(), "needs `" + POSSIBLE + "`");
    Time time = new SteppedTime();
    RunDirectory directory = new RunDirectory(temporary.resolve("run"));
    Plan plan = ScriptedPlans.recording(ScriptedPlans.blocks(2), ScriptedPlans.GROUP, ON);
    FakeHost host = new FakeHost(time);
    new Execution(plan, new byte[0], List.of(), directory, progress, time, _ -> host).run();

    assertTrue(Json.read(directory.runState(), RunState.class).isComplete());
    assertEquals(1, progress.notes.size(), progress.notes::toString);
    assertTrue(
        progress.notes.getFirst().contains("scheduler_trace: true}`: perf does not record"),
        progress.notes.getFirst());
    assertEquals(
        1, host.events.stream().filter(event -> event.startsWith("start scheduler/")).count());
    assertTrue(host.events.contains("stop scheduler/1"), host.events::toString);
  }

  @Test
  void leavesATraceOfTheMeasuredTimeAndNothingElse() throws Exception {
    assumeTrue(
        new ProcessBuilder("sh", "-c", POSSIBLE)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor()
            == 0,
        "needs `" + POSSIBLE + "`");
    RunDirectory directory = new RunDirectory(temporary.resolve("run"));
    Plan plan = ScriptedPlans.recording(ScriptedPlans.block("good"), ScriptedPlans.GROUP, ON);
    new Execution(plan, new byte[0], List.of(), directory, progress, Time.system(), LocalHost::open)
        .run();

    Path folder = directory.scheduler(1);
    assertEquals(List.of(), progress.notes);
    assertTrue(Files.size(SchedulerTrace.file(folder)) > 100);
    try (var files = Files.list(folder)) {
      assertEquals(
          List.of("process.json", "stdout.log", "switches.csv.gz"),
          files.map(file -> file.getFileName().toString()).sorted().toList());
    }
    ProcessRecord perf = Json.read(RunDirectory.process(folder), ProcessRecord.class);
    assertEquals("stopped", perf.fate().state());
    assertFalse(ProcessHandle.of(perf.pid()).isPresent());
    BlockTimes times = Json.read(directory.runState(), RunState.class).blocks().getFirst();
    try (SamplesReader samples = SamplesReader.open(directory).orElseThrow()) {
      for (double bound : List.of(times.measuredFrom(), times.measuredTo())) {
        assertEquals(
            1,
            samples.series("scheduler/1", LabMetrics.SESSION_CPU, null, bound, bound).size(),
            "what perf uses is the run's own");
      }
    }
  }
}
