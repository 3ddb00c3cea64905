package dev.jitterlab.lab.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.collect.SamplesReader;
import dev.jitterlab.lab.collector.FlightRecording;
import dev.jitterlab.lab.host.FakeHost;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.progress.Progress.Phase;
import dev.jitterlab.lab.run.LabMetrics;
import dev.jitterlab.lab.run.ProcessRecord;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunState;
import dev.jitterlab.lab.run.RunState.BlockTimes;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole run on a host without processes: what is done to them, and in which order. */
class FakeHostTest {
  @TempDir private Path temporary;
  private final SteppedTime time = new SteppedTime();
  private final FakeHost host = new FakeHost(time);
  private final SilentProgress progress = new SilentProgress();

  private RunDirectory directory() {
    return new RunDirectory(temporary.resolve("run"));
  }

  private void run(Plan plan) throws InterruptedException {
    new Execution(plan, new byte[0], List.of(), directory(), progress, time, _ -> host).run();
  }

  /** What was done behind the trial of the JVMs. */
  private List<String> events() {
    return host.events.subList(host.events.lastIndexOf("fetch jvm") + 1, host.events.size());
  }

  private ProcessRecord.Fate fate(Path folder) {
    return Json.read(RunDirectory.process(folder), ProcessRecord.class).fate();
  }

  @Test
  void startsServersBeforeTheirLoadAndEndsTheLoadFirst() throws Exception {
    run(ScriptedPlans.controlled(ScriptedPlans.block("good")));

    assertEquals(
        List.of(
            "reclaim",
            "start control/1",
            "start pool/1",
            "start load/1",
            "let observers of pool/1 give way",
            "let observers of load/1 give way",
            "let observers of control/1 give way",
            "bound",
            "bound",
            "stop load/1",
            "stop pool/1",
            "stop control/1",
            "reclaim",
            "fetch pool/1",
            "fetch load/1",
            "fetch control/1",
            "close"),
        events());
    ProcessRecord load = Json.read(RunDirectory.process(directory().load(1)), ProcessRecord.class);
    assertEquals("--target=pool/1=pool-1:1", load.command().getLast());
    assertEquals("stopped", load.fate().state());
  }

  private void assertEndsWhenTheClockIsSet(Phase during, double aheadSeconds, String words) {
    progress.onUpdate =
        status -> {
          if (status.phase() == during) {
            time.setWallClock(aheadSeconds);
          }
        };
    LabException failure =
        assertThrows(
            LabException.class, () -> run(ScriptedPlans.controlled(ScriptedPlans.block("good"))));

    assertTrue(failure.getMessage().contains(words), failure::getMessage);
    RunState state = Json.read(directory().runState(), RunState.class);
    assertEquals("failed", state.state());
    assertEquals(Set.of(), state.finishedNumbers(), "a resume measures the block again");
    assertNull(state.blocks().getFirst().measuredTo());
  }

  /** Its end would be before its beginning. */
  @Test
  void aClockThatIsSetBackEndsTheRun() {
    assertEndsWhenTheClockIsSet(Phase.MEASURING, -600, "clock was set back by 10 min");
  }

  /** Its end would be far behind what was measured. */
  @Test
  void aClockThatIsSetForwardEndsTheRun() {
    assertEndsWhenTheClockIsSet(Phase.MEASURING, 600, "clock was set forward by 10 min");
  }

  @Test
  void aClockThatIsSetDuringTheWarmUpEndsTheRunBeforeItMeasures() {
    assertEndsWhenTheClockIsSet(Phase.WARMING_UP, -600, "clock was set back by 10 min");

    assertFalse(events().contains("bound"), host.events::toString);
  }

  /** Synchronisation does so all the time. */
  @Test
  void aClockThatIsSetByLittleDoesNoHarm() throws Exception {
    progress.onUpdate =
        status -> {
          if (status.phase() == Phase.MEASURING) {
            time.setWallClock(-0.2);
          }
        };
    run(ScriptedPlans.controlled(ScriptedPlans.block("good")));

    assertTrue(Json.read(directory().runState(), RunState.class).isComplete());
  }

  /** Behind dozens of busy threads of the normal priority they would answer after seconds. */
  @Test
  void observersOfServersThatFillTheCpusDoNotGiveWay() throws Exception {
    run(ScriptedPlans.fillingCpus(ScriptedPlans.controlled()));

    List<String> givingWay = events().stream().filter(event -> event.endsWith("give way")).toList();
    assertEquals(List.of("let observers of control/1 give way"), givingWay);
  }

  @Test
  void idleCpusAreKeptAwakeBeforeAnythingStartsUnlessThePlanLetsThemSleep() throws Exception {
    run(ScriptedPlans.awake(ScriptedPlans.controlled()));
    assertEquals("keep the CPUs awake", host.events.getFirst());
  }

  @Test
  void idleCpusSleepIfThePlanSaysSo() throws Exception {
    run(ScriptedPlans.controlled());
    assertFalse(host.events.contains("keep the CPUs awake"), host.events::toString);
  }

  @Test
  void aServerFindsTheSettingsThatItsFlagsName() throws Exception {
    run(ScriptedPlans.controlled(ScriptedPlans.block("good")));

    Path settings = directory().instance("pool/1").resolve(FlightRecording.SETTINGS);
    assertTrue(Files.readString(settings).contains("jdk.ThreadPark"));
  }

  @Test
  void measuresForAsLongAsThePlanSaysAndSamplesBothBounds() throws Exception {
    run(ScriptedPlans.controlled());

    RunState state = Json.read(directory().runState(), RunState.class);
    BlockTimes times = state.blocks().getFirst();
    assertTrue(state.isComplete());
    assertTrue(times.measuredTo() - times.measuredFrom() > 1.2 - 1e-6, times.toString());
    try (SamplesReader samples = SamplesReader.open(directory()).orElseThrow()) {
      for (double bound : List.of(times.measuredFrom(), times.measuredTo())) {
        assertEquals(
            1, samples.series("pool/1", LabMetrics.PROCESS_CPU, null, bound, bound).size());
        assertEquals(
            1, samples.series("control/1", LabMetrics.PROCESS_CPU, null, bound, bound).size());
      }
    }
  }

  /** Blocks 1 and 3 are those of the first group, 2 and 4 those of the second. */
  private List<RunState.Repetition> repetitions(String... robbed) throws Exception {
    host.robbed.addAll(List.of(robbed));
    run(ScriptedPlans.alternatingUnderLoad("good", "good", 2));

    RunState state = Json.read(directory().runState(), RunState.class);
    assertTrue(state.isComplete());
    assertEquals(4, state.blocks().size());
    return state.repetitions();
  }

  private static List<Integer> blocks(List<RunState.Repetition> repetitions) {
    return repetitions.stream().map(RunState.Repetition::block).toList();
  }

  @Test
  void measuresARoundAgainFromWhichTheHypervisorTookTime() throws Exception {
    List<RunState.Repetition> again = repetitions("load/3");

    assertEquals(List.of(3, 4), blocks(again), "every group of the round");
    assertEquals(
        "the hypervisor took away 20 % of the CPU time in block 3", again.getFirst().why());
    assertEquals(2, again.getFirst().round());
    assertTrue(Files.exists(directory().discarded(1).resolve("groups/first/2/process.json")));
    assertTrue(Files.exists(directory().discarded(2).resolve("groups/second/2/process.json")));
    String note = progress.notes.getLast();
    assertTrue(
        note.startsWith("Measuring round 2, with every group, again (1 of at most 2)"), note);
  }

  @Test
  void measuresTwoRoundsAgainIfItMay() throws Exception {
    List<RunState.Repetition> again = repetitions("load/1", "load/4");

    assertEquals(4, again.size());
    assertEquals(Set.of(1, 2, 3, 4), Set.copyOf(blocks(again)));
  }

  /** Who resumes it measures both blocks: the run has neither. */
  @Test
  void aRoundThatWasNotMeasuredAgainToItsEndIsPutAsideWhole() {
    host.robbed.add("load/3");
    progress.onNote =
        note -> {
          if (note.startsWith("Measuring round 2")) {
            host.ending.put("load/3", 1);
          }
        };
    assertThrows(
        LabException.class, () -> run(ScriptedPlans.alternatingUnderLoad("good", "good", 2)));

    RunState state = Json.read(directory().runState(), RunState.class);
    assertEquals(List.of(3, 4), blocks(state.repetitions()));
    assertEquals(Set.of(1, 2), state.finishedNumbers());
  }

  /** Servers that wake their threads up all the time cost themselves that time. */
  @Test
  void measuresNothingAgainIfAGroupLosesThatTimeAsARule() throws Exception {
    assertEquals(List.of(), blocks(repetitions("load/1", "load/3")));
  }

  private List<String> turns(int block) {
    String told = "tell load/" + block + ": turn ";
    return host.events.stream()
        .filter(event -> event.startsWith(told))
        .map(event -> event.substring(told.length()))
        .toList();
  }

  @Test
  void theLoadGoesFromServerToServerAsThePlanSays() throws Exception {
    run(ScriptedPlans.rotating());

    assertEquals(
        List.of("first/1", "second/1", "second/1", "first/1", "first/1", "second/1"), turns(1));
    BlockTimes times = Json.read(directory().runState(), RunState.class).blocks().getFirst();
    assertEquals(
        List.of("first/1", "second/1"),
        times.warmups().stream().map(RunState.Slice::instance).toList());
    assertEquals(
        List.of("second/1", "first/1", "first/1", "second/1"),
        times.slices().stream().map(RunState.Slice::instance).toList());
    assertEquals(times.measuredFrom(), times.slices().getFirst().from());
    assertEquals(times.measuredTo(), times.slices().getLast().to());
    List<Double> seconds = times.slices().stream().map(slice -> slice.to() - slice.from()).toList();
    for (int i = 0; i < 4; i++) {
      double planned = List.of(5, 5, 3, 3).get(i);
      assertTrue(
          seconds.get(i) >= planned - 1e-6 && seconds.get(i) < planned + 1, seconds::toString);
    }
    for (int i = 1; i < 4; i++) {
      double gap = times.slices().get(i).from() - times.slices().get(i - 1).to();
      assertTrue(gap > 2 - 1e-6, "a guard at both ends: " + times.slices());
    }
    MeasuredWindows second = MeasuredWindows.of(times, "second/1").orElseThrow();
    assertEquals(2, second.parts().size());
    try (SamplesReader samples = SamplesReader.open(directory()).orElseThrow()) {
      for (RunState.Slice slice : times.slices()) {
        for (double bound : List.of(slice.from(), slice.to())) {
          assertEquals(
              1,
              samples.series(slice.instance(), LabMetrics.PROCESS_CPU, null, bound, bound).size());
        }
      }
      assertEquals(
          List.of(),
          samples.series(
              "first/1",
              LabMetrics.SCRAPE_FAILED,
              null,
              second.parts().getFirst().from(),
              second.parts().getFirst().to()),
          "a server that rests is not asked");
    }
  }

  @Test
  void aServerThatIsSteadyNeedsNoMoreWarmUp() throws Exception {
    run(ScriptedPlans.untilSteady(ScriptedPlans.rotating(), 4));

    BlockTimes times = Json.read(directory().runState(), RunState.class).blocks().getFirst();
    assertEquals(2, times.warmups().size());
    assertEquals(List.of("first/1", "second/1"), times.unsteady(), "they show nothing here");
  }

  @Test
  void aLoadGeneratorThatDoesNotTurnEndsTheRun() {
    host.deaf.add("load/1");

    LabException failure = assertThrows(LabException.class, () -> run(ScriptedPlans.rotating()));

    assertTrue(failure.getMessage().contains("was told which server to load"), failure::getMessage);
    assertTrue(failure.problems().getFirst().remedy().contains("execution: alternate"));
    assertEquals("close", host.events.getLast());
  }

  @Test
  void endsEverythingWhenAServerDies() {
    host.ending.put("pool/2", 1);

    LabException failure =
        assertThrows(LabException.class, () -> run(ScriptedPlans.block("good", "good")));

    assertTrue(failure.getMessage().contains("the process ended while warming up"));
    List<String> events = events();
    assertEquals(
        List.of(
            "stop load/1",
            "stop pool/1",
            "reclaim",
            "fetch pool/1",
            "fetch pool/2",
            "fetch load/1"),
        events.subList(events.indexOf("stop load/1"), events.indexOf("fetch load/1") + 1));
    assertEquals("close", events.getLast());
    assertEquals("died", fate(directory().instance("pool/2")).state());
    assertEquals("failed", Json.read(directory().runState(), RunState.class).state());
  }

  @Test
  void killsWhatDoesNotEndWhenAsked() throws Exception {
    host.stubborn.add("pool/1");

    run(ScriptedPlans.block("good", "good"));

    List<String> events = events();
    assertEquals(
        List.of("stop load/1", "stop pool/1", "stop pool/2", "kill pool/1", "reclaim"),
        events.subList(events.indexOf("stop load/1"), events.lastIndexOf("reclaim") + 1));
    ProcessRecord.Fate killed = fate(directory().instance("pool/1"));
    assertEquals("killed", killed.state());
    assertTrue(killed.exitedAt() - killed.stopAskedAt() > 3 - 1e-6, "it had its three seconds");
  }
}
