package dev.jitterlab.observer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessWatchTest {
  private static final long MS = 1_000_000;

  @TempDir Path root;
  private long nowNs;

  private void file(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /** Times of {@code stat} are in steps of 10 ms. */
  private void system(int user, int idle, int steal, int own, int faults, long waitedNs)
      throws IOException {
    file(
        "proc/stat",
        "cpu  999 0 0 999 0 0 0 999 0 0\n"
            + ("cpu0 " + user + " 0 0 " + idle + " 7 0 0 " + steal + " 0 0\n")
            + "cpu1 5 0 0 100 0 0 0 0 0 0\nintr 1 2 3\n");
    file(
        "proc/self/stat",
        "42 (a) b) S 1 1 1 0 -1 4194560 900 0 " + faults + " 0 " + own + " 2 0 0 20 0\n");
    file("proc/thread-self/schedstat", "1000 " + waitedNs + " 3\n");
  }

  private void throttled(long us) throws IOException {
    file("proc/self/cgroup", "0::/apps/one\n");
    file("sys/fs/cgroup/apps/one/cpu.stat", "usage_usec 1\nthrottled_usec " + us + "\n");
    file("sys/fs/cgroup/apps/cpu.stat", "usage_usec 1\nthrottled_usec 1000\n");
    file("sys/fs/cgroup/cpu.stat", "usage_usec 1\n");
  }

  @Test
  void aSecondStartAddsNoSecondWatcher() {
    ProcessWatch.start();
    ProcessWatch.start();
    assertEquals(
        1,
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().equals("jitterlab-watch"))
            .count());
  }

  /** As when there is no memory for a moment. */
  @Test
  void goesOnAfterAnError() throws InterruptedException {
    CountDownLatch calls = new CountDownLatch(2);
    ProcessWatch watch =
        new ProcessWatch(
            root,
            () -> {
              calls.countDown();
              if (calls.getCount() == 1) {
                throw new OutOfMemoryError("of the test");
              }
              return System.nanoTime();
            });
    AtomicReference<Throwable> ended = new AtomicReference<>();
    Thread thread = new Thread(watch::run);
    thread.setUncaughtExceptionHandler((one, failure) -> ended.set(failure));
    try (Recording recording = new Recording()) {
      recording.enable("jitterlab.Process");
      recording.start();
      thread.start();

      assertTrue(calls.await(60, TimeUnit.SECONDS), () -> "ended by " + ended);
    } finally {
      thread.interrupt();
    }
    thread.join(60_000);
    assertNull(ended.get());
  }

  @Test
  void saysTenTimesASecondWhatHasChanged() throws IOException {
    ProcessWatch watch = new ProcessWatch(root, () -> nowNs);
    system(10, 50, 1, 5, 2, 1_000);
    throttled(2_000);
    assertNull(watch.woke(new ProcessEvent(), 0, 0), "there is nothing to compare with");
    system(16, 55, 3, 8, 4, 9_000);
    throttled(32_000);
    assertNull(watch.woke(new ProcessEvent(), 90 * MS, 0), "too early");
    ProcessEvent event = watch.woke(new ProcessEvent(), 100 * MS, 0);

    assertEquals(100 * MS, event.since);
    assertEquals(0, event.overslept);
    assertEquals(8_000, event.runQueueDelay);
    assertEquals(20 * MS, event.steal);
    assertEquals(60 * MS, event.busy);
    assertEquals(30 * MS, event.cpu);
    assertEquals(2, event.cpus);
    assertEquals(2, event.majorFaults);
    assertEquals(30 * MS, event.throttled);
  }

  /** Linux keeps 15 bytes of a name; the last one is the first half of a character here. */
  @Test
  void readsAProcessWhoseNameIsCutInsideACharacter() throws IOException {
    ProcessWatch watch = new ProcessWatch(root, () -> nowNs);
    Path stat = Files.createDirectories(root.resolve("proc/self")).resolve("stat");
    String name = "42 (fourteen-bytes\u00c3) S 1 1 1 0 -1 4194560 900 0 ";
    Files.writeString(stat, name + "2 0 5 2 0 0 20 0\n", StandardCharsets.ISO_8859_1);
    assertNull(watch.woke(new ProcessEvent(), 0, 0));
    Files.writeString(stat, name + "4 0 8 2 0 0 20 0\n", StandardCharsets.ISO_8859_1);
    ProcessEvent event = watch.woke(new ProcessEvent(), 100 * MS, 0);

    assertEquals(30 * MS, event.cpu);
    assertEquals(2, event.majorFaults);
  }

  @Test
  void aLateWakingIsSaidAtOnce() throws IOException {
    ProcessWatch watch = new ProcessWatch(root, () -> nowNs);
    system(10, 50, 1, 5, 2, 1_000);
    assertNull(watch.woke(new ProcessEvent(), 0, 0));
    assertNull(watch.woke(new ProcessEvent(), 14 * MS, 4 * MS), "some ms are usual");
    ProcessEvent event = watch.woke(new ProcessEvent(), 40 * MS, 16 * MS);

    assertEquals(16 * MS, event.overslept);
    assertEquals(40 * MS, event.since);
    assertEquals(ProcessEvent.ABSENT, event.throttled, "no control group");
  }

  private ProcessEvent beat(ProcessWatch watch) throws IOException {
    return watch.beat(ms -> nowNs += ms * MS);
  }

  /** It was seen: the process was stopped right after the thread had woken up. */
  @Test
  void aStandstillWhileItReadsIsSeenAtTheNextWaking() throws IOException {
    ProcessWatch watch = new ProcessWatch(root, () -> nowNs);
    system(10, 50, 1, 5, 2, 1_000);
    assertNull(beat(watch));
    nowNs += 2 * MS; // for the reading
    assertNull(beat(watch));
    assertEquals(20 * MS, nowNs, "beats every 10 ms, whatever the reading takes");
    nowNs += 125 * MS;
    ProcessEvent event = beat(watch);

    assertEquals(116 * MS, event.overslept);
    assertEquals(136 * MS, event.since);
    assertNull(beat(watch), "once");
  }

  /**
   * It was seen: the event had the time behind the standstill, and the next one was taken for
   * another watcher's.
   */
  @Test
  void aStandstillBetweenTheClockAndTheEventIsSeenAtOnce() throws IOException {
    List<Long> jumps = new ArrayList<>();
    ProcessWatch watch =
        new ProcessWatch(
            root,
            () -> {
              nowNs += jumps.isEmpty() ? 0 : jumps.remove(0);
              return nowNs;
            });
    system(10, 50, 1, 5, 2, 1_000);
    assertNull(beat(watch));
    jumps.addAll(List.of(0L, 0L, 115 * MS)); // when it sleeps, when it wakes, behind the event
    ProcessEvent event = beat(watch);

    assertEquals(115 * MS, event.overslept);
    assertEquals(125 * MS, event.since);
    assertNull(beat(watch), "once");
  }

  @Test
  void whatCannotBeReadIsAbsentAndNotZero() throws IOException {
    ProcessWatch watch = new ProcessWatch(root, () -> nowNs);
    file("proc/stat", "cpu x\ncpuinfo\n");
    file("proc/self/stat", "hostile");
    file("proc/self/cgroup", "0::/../../../etc\n:::\n1:cpu:/a\n");
    assertNull(watch.woke(new ProcessEvent(), 0, 0));
    ProcessEvent event = watch.woke(new ProcessEvent(), 100 * MS, 0);

    assertEquals(ProcessEvent.ABSENT, event.runQueueDelay);
    assertEquals(ProcessEvent.ABSENT, event.steal);
    assertEquals(ProcessEvent.ABSENT, event.busy);
    assertEquals(ProcessEvent.ABSENT, event.cpu);
    assertEquals(ProcessEvent.ABSENT, event.cpus);
    assertEquals(ProcessEvent.ABSENT, event.majorFaults);
    assertEquals(ProcessEvent.ABSENT, event.throttled);
  }
}
