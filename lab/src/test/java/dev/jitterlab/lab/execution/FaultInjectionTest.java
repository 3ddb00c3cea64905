package dev.jitterlab.lab.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.faults.FaultKind;
import dev.jitterlab.lab.faults.FaultSettings;
import dev.jitterlab.lab.faults.Injection;
import dev.jitterlab.lab.faults.InjectionFiles;
import dev.jitterlab.lab.host.FakeHost;
import dev.jitterlab.lab.host.LabProcess;
import dev.jitterlab.lab.host.Launch;
import dev.jitterlab.lab.run.RunDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultInjectionTest {
  @TempDir Path folder;

  /** Whoever sleeps turns it. */
  private static class TurnedTime implements Time {
    private long nowNs = 1_000_000_000_000L;

    @Override
    public synchronized long nanoTime() {
      return nowNs;
    }

    @Override
    public double epochSeconds() {
      return nanoTime() / 1e9;
    }

    @Override
    public synchronized void sleepUntil(long deadlineNs) throws InterruptedException {
      nowNs = Math.max(nowNs, deadlineNs);
    }
  }

  private Time time = new TurnedTime();
  private FakeHost host = new FakeHost(time);
  private InjectionFiles files;
  private FaultInjection faults;

  /** What was done to the server from outside within 30 seconds. */
  private List<String> inject(FaultSettings wanted) throws Exception {
    begin(wanted);
    List<String> events = host.events.stream().filter(one -> !one.startsWith("start")).toList();
    assertTrue(events.size() >= 8, events::toString);
    return events;
  }

  private void begin(FaultSettings wanted) throws Exception {
    RunDirectory run = new RunDirectory(folder.resolve("run"));
    files = new InjectionFiles(run);
    LabProcess server =
        LabProcess.start(Launch.own("a/1", 1, List.of("java"), run.instance("a/1")), host, time);
    SequencedMap<String, FaultSettings> settings = new LinkedHashMap<>();
    settings.put("a/1", wanted);
    files.prepare("a/1");
    faults =
        FaultInjection.begin(files, 1, 7, time.epochSeconds(), 30, settings, List.of(server), time);
    faults.end();
  }

  @Test
  void stopsServersFromOutsideAndTellsTheirAgentsTheRest() throws Exception {
    List<String> events =
        inject(FaultSettings.of(Map.of("kinds", List.of("stop", "system-gc")), false));

    for (int i = 0; i < events.size(); i++) {
      assertEquals(i % 2 == 0 ? "suspend a/1" : "resume a/1", events.get(i));
    }
    Path done = folder.resolve("run/faults/a/1");
    List<String> plan = Files.readAllLines(done.resolve("plan.csv"));
    assertTrue(plan.stream().allMatch(line -> line.matches("\\d+,system-gc,\\d+")), plan::toString);
    Files.writeString(done.resolve("done.csv"), "system-gc,1010000000000,1010050000000\n");
    faults.writeDown();
    List<Injection> all = files.all();
    assertEquals(events.size() / 2 + 1, all.size());
    assertEquals(1, all.stream().filter(one -> one.kind() == FaultKind.SYSTEM_GC).count());
    assertTrue(
        all.stream().allMatch(one -> one.toNs() - one.fromNs() > 40_000_000), "their length");
  }

  /** The block ends meanwhile: what was late in it was late by that fault. */
  @Test
  void aFaultThatEndedEarlyIsWrittenDownToo() throws Exception {
    time =
        new TurnedTime() {
          @Override
          public synchronized void sleepUntil(long deadlineNs) throws InterruptedException {
            if (!host.events.isEmpty() && host.events.getLast().startsWith("suspend")) {
              super.sleepUntil(nanoTime() + 1);
              throw new InterruptedException("the block ends");
            }
            super.sleepUntil(deadlineNs);
          }
        };
    host = new FakeHost(time);
    begin(FaultSettings.of(Map.of("kinds", List.of("stop")), false));
    faults.writeDown();

    assertEquals(
        List.of("suspend a/1", "resume a/1"),
        host.events.stream()
            .filter(one -> one.endsWith("a/1") && !one.startsWith("start"))
            .toList());
    assertEquals(List.of(FaultKind.STOP), files.all().stream().map(Injection::kind).toList());
  }

  @Test
  void lowersTheCpuLimitAndSetsItBack() throws Exception {
    List<String> events = inject(FaultSettings.of(Map.of("kinds", List.of("throttling")), true));

    for (int i = 0; i < events.size(); i++) {
      assertEquals(i % 2 == 0 ? "limit a/1 to 0.01" : "limit a/1 to 4.0", events.get(i));
    }
    faults.writeDown();
    assertEquals(events.size() / 2, files.all().size());
  }
}
