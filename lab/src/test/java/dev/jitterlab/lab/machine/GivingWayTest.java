package dev.jitterlab.lab.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** With this process's own threads, read back from the kernel. */
@Timeout(60)
class GivingWayTest {
  @Test
  void concernsTheThreadAndThoseThatItStarts() throws Exception {
    FutureTask<Integer> started = new FutureTask<>(GivingWayTest::nice);
    FutureTask<Integer> own =
        new FutureTask<>(
            () -> {
              GivingWay.begin();
              Thread.ofPlatform().start(started).join();
              return nice();
            });
    int before = nice();
    Thread.ofPlatform().start(own).join();

    assertEquals(GivingWay.NICE, own.get());
    assertEquals(GivingWay.NICE, started.get());
    assertEquals(before, nice(), "the others stay as they are");
  }

  @Test
  void findsThreadsByWhatTheirNamesBeginWith() throws Exception {
    assertEquals(GivingWay.NICE, niceAfterwards("giving-way-1"));
    assertEquals(nice(), niceAfterwards("other-1"));
  }

  private static int niceAfterwards(String name) throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch asked = new CountDownLatch(1);
    FutureTask<Integer> thread =
        new FutureTask<>(
            () -> {
              running.countDown();
              asked.await();
              return nice();
            });
    Thread.ofPlatform().name(name).start(thread);
    running.await();
    GivingWay.begin(ProcessHandle.current().pid(), "giving-");
    asked.countDown();
    return thread.get();
  }

  private static int nice() throws Exception {
    Path thread = Path.of("/proc/thread-self");
    return ThreadReading.parse(
            Files.readString(thread.resolve("status")), Files.readString(thread.resolve("stat")))
        .orElseThrow()
        .nice();
  }
}
