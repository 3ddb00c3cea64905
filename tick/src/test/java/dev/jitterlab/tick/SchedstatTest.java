package dev.jitterlab.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchedstatTest {
  @TempDir Path folder;

  private static long delayNs(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    return Schedstat.delayNs(bytes, bytes.length);
  }

  @ParameterizedTest
  @CsvSource({
    "'388827624 37655951 627\n', 37655951",
    "'0 0 1\n', 0",
    "'1 9223372036854775807 2\n', 9223372036854775807",
    "'18446744073709551615 5 2\n', 5"
  })
  void takesTheSecondNumber(String text, long delayNs) {
    assertEquals(delayNs, delayNs(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n",
        " ",
        "12",
        "12 ",
        "12 34",
        "12 34\n",
        "12  34 5",
        " 12 34 5",
        "12 -34 5",
        "a 1 2",
        "1 a 2",
        "1 2a 3",
        "1 9223372036854775808 3",
        "1 99999999999999999999999 3",
        "1.5 2 3"
      })
  void takesNothingElse(String text) {
    assertEquals(-1, delayNs(text));
  }

  @Test
  void readsNotBeyondTheLength() {
    byte[] bytes = "1 23 4".getBytes(StandardCharsets.US_ASCII);

    assertEquals(-1, Schedstat.delayNs(bytes, 4));
    assertEquals(-1, Schedstat.delayNs(bytes, -1), "the end of the file");
    assertEquals(23, Schedstat.delayNs(bytes, 5));
  }

  @ParameterizedTest
  @CsvSource({
    "'0 0 0\n', 'the kernel keeps no run-queue delay (CONFIG_SCHED_INFO)'",
    "'hello\n', 'says \"hello\"; expected three numbers: CPU time, delay, time slices'",
    "'', 'says \"\"; expected three numbers: CPU time, delay, time slices'"
  })
  void saysWhatIsWrongWithTheFile(String text, String message) throws IOException {
    String file = Files.writeString(folder.resolve("schedstat"), text).toString();

    IOException e = assertThrows(IOException.class, () -> Schedstat.open(file).close());

    assertTrue(e.getMessage().endsWith(message), e.getMessage());
  }

  @Test
  @Timeout(60)
  @EnabledOnOs(OS.LINUX)
  void seesThatMoreThreadsThanCoresWaitForACpu() throws InterruptedException, IOException {
    AtomicBoolean done = new AtomicBoolean();
    List<Thread> busy = new ArrayList<>();
    for (int i = 0; i < cores(); i++) {
      Thread thread = new Thread(() -> burnUntil(done));
      thread.setDaemon(true);
      thread.start();
      busy.add(thread);
    }
    try (Schedstat counters = Schedstat.open(Schedstat.FILE)) {
      long delayNs = counters.runQueueDelayNs();
      long cpuNs = counters.cpuNs();
      while (counters.runQueueDelayNs() - delayNs < 10_000_000) {
        assertFalse(Thread.interrupted(), "nothing was counted in a minute");
        burn();
      }
      assertTrue(counters.cpuNs() > cpuNs);
    } finally {
      done.set(true);
      for (Thread thread : busy) {
        thread.join();
      }
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void readsOnWhenItsThreadIsInterrupted() throws IOException {
    try (Schedstat counters = Schedstat.open(Schedstat.FILE)) {
      Thread.currentThread().interrupt();
      assertTrue(counters.runQueueDelayNs() >= 0);
      assertTrue(Thread.interrupted());
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void allocatesNothingInSteadyState() throws IOException {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long id = Thread.currentThread().getId();
    try (Schedstat counters = Schedstat.open(Schedstat.FILE)) {
      long sum = read(counters, 2_000);
      long before = threads.getThreadAllocatedBytes(id);
      sum += read(counters, 20_000);
      long bytes = threads.getThreadAllocatedBytes(id) - before;

      assertTrue(sum > 0);
      assertTrue(bytes < 10_000, bytes + " bytes in 20,000 readings");
    }
  }

  private static long read(Schedstat counters, int times) {
    long sum = 0;
    for (int i = 0; i < times; i++) {
      sum += counters.cpuNs() + counters.runQueueDelayNs();
    }
    return sum;
  }

  /** All of the machine's; this process may be allowed fewer. */
  private static int cores() throws IOException {
    int cores = 0;
    for (String line : Files.readAllLines(Path.of("/proc/stat"))) {
      cores += line.matches("cpu[0-9].*") ? 1 : 0;
    }
    return cores;
  }

  private static void burnUntil(AtomicBoolean done) {
    while (!done.get()) {
      burn();
    }
  }

  private static void burn() {
    for (int i = 0; i < 10_000; i++) {
      Thread.onSpinWait();
    }
  }
}
