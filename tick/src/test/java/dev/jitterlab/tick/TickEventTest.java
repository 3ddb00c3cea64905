package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TickEventTest {
  @TempDir Path folder;

  /** Ticks 0 to 3 take 0, 2, 0.5 and 20 ms and end 50 ms apart, but for the last: 70 ms, late. */
  private List<RecordedEvent> record(Map<String, String> settings, TaskOptions options, long lateNs)
      throws IOException {
    ManualClock clock = new ManualClock(1_000);
    long[] executionsNs = {0, 2_000_000, 500_000, 20_000_000};
    long[] totalsNs = {0, 50_000_000, 50_000_000, 70_000_000};
    return recorded(
        settings,
        () -> {
          PeriodicTask task =
              new PeriodicTask(
                  new TaskContext(clock, tick -> {}, (tick, failure) -> null),
                  "battle-7",
                  Rate.hz(20),
                  options,
                  tick -> clock.advance(executionsNs[(int) tick.index()]));
          clock.advance(lateNs);
          for (int i = 0; i < totalsNs.length; i++) {
            clock.advance(totalsNs[i] - executionsNs[i]);
            task.runTick(new TickThread());
          }
        });
  }

  private List<RecordedEvent> recorded(Map<String, String> settings, Runnable ticks)
      throws IOException {
    Path file = folder.resolve("ticks.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jitterlab.Tick");
      Map<String, String> all = new HashMap<>(recording.getSettings());
      all.putAll(settings);
      recording.setSettings(all);
      recording.start();
      ticks.run();
      recording.stop();
      recording.dump(file);
    }
    List<RecordedEvent> events = new ArrayList<>();
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      if (event.getEventType().getName().equals("jitterlab.Tick")) {
        events.add(event);
      }
    }
    return events;
  }

  private static List<Long> indexes(List<RecordedEvent> events) {
    return events.stream().map(e -> e.getLong("index")).sorted().collect(Collectors.toList());
  }

  @Test
  void recordsLateTicksAndThoseOfAMillisecondByDefault() throws IOException {
    assertEquals(List.of(1L, 3L), indexes(record(Map.of())));
  }

  @Test
  void recordsLateTicksAlwaysAndTheOthersBySetting() throws IOException {
    assertEquals(List.of(3L), indexes(record(Map.of("jitterlab.Tick#onTime", "infinity"))));
    assertEquals(List.of(1L, 2L, 3L), indexes(record(Map.of("jitterlab.Tick#onTime", "500 us"))));
    assertEquals(List.of(0L, 1L, 2L, 3L), indexes(record(Map.of("jitterlab.Tick#onTime", "0 ns"))));
  }

  @Test
  void recordsShorterOnesThatStartedLate() throws IOException {
    long behindNs = 55_000_000; // tick 2 starts 4.5 ms late, and takes 0.5 ms
    assertEquals(List.of(1L, 2L, 3L), indexes(record(Map.of(), TaskOptions.defaults(), behindNs)));
    Map<String, String> fewer = Map.of("jitterlab.Tick#onTime", "4800 us");
    assertEquals(List.of(3L), indexes(record(fewer, TaskOptions.defaults(), behindNs)));
  }

  @Test
  void carriesTheTimesOfTheTick() throws IOException {
    RecordedEvent late = record(Map.of("jitterlab.Tick#onTime", "infinity")).get(0);

    assertEquals("battle-7", late.getString("task"));
    assertEquals(true, late.getBoolean("late"));
    assertEquals(Duration.ofMillis(50), late.getDuration("period"));
    assertEquals(Duration.ofMillis(20), late.getDuration("execution"));
    assertEquals(Duration.ofMillis(50), late.getDuration("wait"));
    assertEquals(Duration.ofMillis(70), late.getDuration("total"));
    assertEquals(late.getLong("scheduled") + late.getLong("drift"), late.getLong("started"));
    assertEquals(late.getLong("started") + 20_000_000, late.getLong("finished"));
    assertEquals("none", late.getString("lateAction"));
    assertEquals(0, late.getLong("missedPeriods"));
    assertEquals(false, late.getBoolean("reanchored"));
    assertEquals(Long.MIN_VALUE, late.getLong("cpu"), "absent");
    assertEquals(Long.MIN_VALUE, late.getLong("runQueueDelay"), "absent");
    assertEquals(Long.MIN_VALUE, late.getLong("executionRunQueueDelay"), "absent");
  }

  /** It waits 3 ms for a CPU before it starts and 2 ms later on, and computes for 5 ms. */
  @Test
  void carriesWhatItsThreadDid() throws IOException {
    ManualClock clock = new ManualClock(1_000);
    FakeCounters counters = new FakeCounters();
    TickThread thread = new TickThread(new ThreadTimes(counters, clock.nanoTime()));
    PeriodicTask task =
        new PeriodicTask(
            new TaskContext(clock, tick -> {}, (tick, failure) -> null),
            "battle-7",
            Rate.hz(20),
            tick -> {
              counters.cpuNs += 5_000_000;
              counters.delayNs += 2_000_000;
              clock.advance(7_000_000);
            });
    clock.advanceTo(task.deadlineNs());
    clock.advance(4_000_000);
    counters.delayNs += 3_000_000;

    RecordedEvent event = recorded(Map.of(), () -> task.runTick(thread)).get(0);

    assertEquals(Duration.ofMillis(4), event.getDuration("drift"));
    assertEquals(Duration.ofMillis(3), event.getDuration("runQueueDelay"));
    assertEquals(Duration.ofMillis(5), event.getDuration("cpu"));
    assertEquals(Duration.ofMillis(2), event.getDuration("executionRunQueueDelay"));
  }

  @Test
  void carriesWhatWasDoneAboutALateTick() throws IOException {
    List<RecordedEvent> events =
        record(
            Map.of("jitterlab.Tick#onTime", "0 ns"),
            TaskOptions.defaults().latePolicy(LatePolicy.skip()),
            150_000_000);

    assertEquals("skip", events.get(0).getString("lateAction"));
    assertEquals(2, events.get(0).getLong("missedPeriods"));
  }

  @Test
  void recordsTicksOverBudgetAndDecisionsAlways() throws IOException {
    ExecutionBudget budget = ExecutionBudget.ofNs(1_000_000).quarantineAfter(1, 1).releaseAfter(1);
    List<RecordedEvent> events =
        record(
            Map.of("jitterlab.Tick#onTime", "infinity"), TaskOptions.defaults().budget(budget), 0);

    assertEquals(List.of(1L, 2L, 3L), indexes(events));
    List<String> decisions = new ArrayList<>();
    for (RecordedEvent event : events) {
      decisions.add(
          event.getBoolean("overBudget")
              + " "
              + event.getBoolean("quarantined")
              + " "
              + event.getString("budgetAction"));
    }
    assertEquals(
        List.of("true false quarantine", "false true release", "true false quarantine"), decisions);
  }

  private List<RecordedEvent> record(Map<String, String> settings) throws IOException {
    return record(settings, TaskOptions.defaults(), 0);
  }
}
