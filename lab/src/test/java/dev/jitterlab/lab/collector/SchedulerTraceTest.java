package dev.jitterlab.lab.collector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jitterlab.diagnosis.scheduler.SwitchTrace;
import dev.jitterlab.diagnosis.timeline.QueuedBehind;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchedulerTraceTest {
  /** Succeeds if this machine can be traced. */
  private static final String POSSIBLE =
      "perf record -a -e dummy --switch-events --synth=task -o /dev/null true && command -v taskset";

  @TempDir private Path folder;

  private String obstacle(String paranoid, String rights) throws IOException {
    Path perf = folder.resolve("bin/perf");
    Files.createDirectories(perf.getParent());
    if (!Files.exists(perf)) {
      Files.writeString(perf, "");
    }
    assertTrue(perf.toFile().setExecutable(true));
    Path kernel = Files.createDirectories(folder.resolve("proc/sys/kernel"));
    Files.writeString(kernel.resolve("perf_event_paranoid"), paranoid + "\n");
    Path self = Files.createDirectories(folder.resolve("proc/self"));
    Files.writeString(self.resolve("status"), "Name:\tjava\nCapEff:\t" + rights + "\nCapBnd:\t0\n");
    return new SchedulerTrace(Map.of("PATH", folder.resolve("bin").toString()))
        .obstacle(folder)
        .map(one -> one.reason() + ". " + one.remedy())
        .orElse("");
  }

  @Test
  void isForThoseWhoMayLookAtAllCpus() throws IOException {
    assertEquals("", obstacle("2", "000001ffffffffff"), "root");
    assertEquals("", obstacle("4", "0000004000000000"), "CAP_PERFMON alone");
    assertEquals("", obstacle("-1", "0000000000000000"), "anybody");
    for (String level : List.of("0", "2", "4")) {
      String why = obstacle(level, "0000000000000000");
      assertTrue(why.contains("perf_event_paranoid is " + level), why);
      assertTrue(why.contains("`sudo sysctl kernel.perf_event_paranoid=-1`"), why);
    }
    assertFalse(obstacle("2", "00000000a80425fb").isEmpty(), "root of a container");
    assertTrue(obstacle("who knows", "0").contains("CONFIG_PERF_EVENTS"));
  }

  @Test
  void needsPerf() {
    String why =
        new SchedulerTrace(Map.of("PATH", folder.toString()))
            .obstacle(folder)
            .orElseThrow()
            .remedy();
    assertTrue(why.contains("`apt-get install linux-perf`"), why);
    assertFalse(RecordingSettings.DEFAULT.isOn(SchedulerTrace.NAME));
    assertTrue(RecordingSettings.DEFAULT.isWhole(), "nobody misses it");
  }

  /** Two processes want one CPU. One stands for a server, whose thread has a delay by the other. */
  @Test
  void namesTheProcessBehindWhichAThreadWaited() throws Exception {
    assumeTrue(
        new ProcessBuilder("sh", "-c", POSSIBLE)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor()
            == 0,
        "needs `" + POSSIBLE + "`");
    Path rivalProgram = Files.copy(Path.of("/bin/sh"), folder.resolve("rival"));
    Process recorder = null;
    List<Process> busy = new ArrayList<>();
    try {
      Process rival = spinning(rivalProgram);
      busy.add(rival);
      Process server = spinning(Path.of("/bin/sh"));
      busy.add(server);
      Instant giveUp = Instant.now().plus(Duration.ofSeconds(20));
      awaitName(rival, "rival", giveUp);
      awaitName(server, "sh", giveUp);
      Path out = folder.resolve("out");
      recorder = start(SchedulerTrace.recordCommand(), out);
      while (!SchedulerTrace.isReady().matcher(Files.readString(out)).find()) {
        assertTrue(recorder.isAlive() && Instant.now().isBefore(giveUp), Files.readString(out));
        Thread.sleep(10);
      }
      Instant from = Instant.now();
      long ranNs = ran(rival);
      long delayNs = waited(server);
      // Three are named. With so large a share of the delay, the rival is one of them on a busy
      // machine, too.
      while ((waited(server) - delayNs < 100_000_000
              || ran(rival) - ranNs < 0.4 * (waited(server) - delayNs))
          && Instant.now().isBefore(giveUp)) {
        Thread.sleep(10);
      }
      delayNs = waited(server) - delayNs;
      Instant to = Instant.now();
      recorder.destroy();
      assertTrue(recorder.waitFor(20, TimeUnit.SECONDS));

      PerfSwitches.Outcome outcome =
          PerfSwitches.convert(SchedulerTrace.raw(folder), SchedulerTrace.file(folder));
      assertTrue(outcome.switches() > 0, outcome::toString);
      assertEquals(0, outcome.notUnderstood(), outcome::toString);

      TimelineBuilder timeline = new TimelineBuilder();
      timeline.thread(7, "tick-worker-0");
      timeline.systemThread(server.pid(), 7);
      TimedWork work =
          new TimedWork(
              TimedWork.Kind.TICK,
              "battle-1",
              1,
              7,
              ns(from),
              ns(from),
              ns(to),
              true,
              0,
              1,
              delayNs,
              TimedWork.Total.UNKNOWN,
              0);
      timeline.add(work);
      SwitchTrace.read(SchedulerTrace.file(folder), timeline);
      QueuedBehind behind = timeline.build().queuedBehind(work, false).orElseThrow();
      assertTrue(
          behind.runners().stream().anyMatch(one -> one.name().equals("rival outside this JVM")),
          () -> behind + " of " + outcome);
    } finally {
      busy.forEach(Process::destroyForcibly);
      if (recorder != null) {
        recorder.descendants().forEach(ProcessHandle::destroyForcibly);
        recorder.destroyForcibly();
      }
    }
  }

  private Process spinning(Path shell) throws IOException {
    return start(
        List.of("taskset", "-c", "0", shell.toString(), "-c", "while :; do :; done"),
        folder.resolve("ignored"));
  }

  private Process start(List<String> command, Path out) throws IOException {
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(out.toFile())
        .start();
  }

  /** Before that, it has not become what it is to be. */
  private static void awaitName(Process process, String name, Instant giveUp)
      throws IOException, InterruptedException {
    Path file = Path.of("/proc/" + process.pid() + "/comm");
    while (!Files.readString(file).strip().equals(name)) {
      assertTrue(Instant.now().isBefore(giveUp), name);
      Thread.sleep(10);
    }
  }

  /** How long a process of one thread has run so far. */
  private static long ran(Process process) throws IOException {
    return schedulerFigure(process, 0);
  }

  /** How long a process of one thread has waited for a CPU so far. */
  private static long waited(Process process) throws IOException {
    return schedulerFigure(process, 1);
  }

  private static long schedulerFigure(Process process, int place) throws IOException {
    return Long.parseLong(
        Files.readString(Path.of("/proc/" + process.pid() + "/schedstat")).split("\\s+")[place]);
  }

  private static long ns(Instant at) {
    return at.getEpochSecond() * 1_000_000_000 + at.getNano();
  }
}
