package dev.jitterlab.locks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContextSwitchesTest {
  @TempDir private Path folder;

  private Path status(int voluntary, int forced) throws IOException {
    return Files.writeString(
        folder.resolve("status"),
        "Name:\tx\nThreads:\t7\nvoluntary_ctxt_switches:\t"
            + voluntary
            + "\nnonvoluntary_ctxt_switches:\t"
            + forced
            + "\n");
  }

  @Test
  void readsTheThreadsCountsEachTimeAnew() throws IOException {
    ContextSwitches switches = new ContextSwitches(status(43, 21));
    assertEquals(0, switches.voluntary(), "nothing is read before it is asked");
    switches.read();
    assertEquals(43, switches.voluntary());
    assertEquals(21, switches.forced());

    status(1044, 2022);
    switches.read();
    assertEquals(1044, switches.voluntary());
    assertEquals(2022, switches.forced());
    switches.close();
  }

  @Test
  void readsLinuxsOwnFile() throws IOException {
    Path own = Path.of("/proc/thread-self/status");
    ContextSwitches switches = new ContextSwitches(own);
    switches.read();
    long before = switches.voluntary() + switches.forced();
    switches.read();
    assertTrue(switches.voluntary() + switches.forced() >= before);
    assertEquals(Files.exists(own), before > 0);
    switches.close();
  }

  @Test
  void isZeroWhereTheSystemDoesNotTell() throws IOException {
    ContextSwitches switches = new ContextSwitches(folder.resolve("none"));
    switches.read();
    switches.read();
    assertEquals(0, switches.voluntary());
    assertEquals(0, switches.forced());
    switches.close();
  }
}
