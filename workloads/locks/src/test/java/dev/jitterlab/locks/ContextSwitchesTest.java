package dev.jitterlab.locks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContextSwitchesTest {
  @TempDir private Path tasks;

  private void thread(int id, int voluntary, int forced) throws IOException {
    Path folder = Files.createDirectory(tasks.resolve(Integer.toString(id)));
    Files.writeString(
        folder.resolve("status"),
        "Name:\tx\nvoluntary_ctxt_switches:\t"
            + voluntary
            + "\nnonvoluntary_ctxt_switches:\t"
            + forced
            + "\n");
  }

  @Test
  void addsUpAllThreads() throws IOException {
    thread(7, 3, 1);
    thread(8, 40, 20);
    Files.createDirectory(tasks.resolve("9")); // has just ended
    ContextSwitches.Counts counts = ContextSwitches.read(tasks).orElseThrow();

    assertEquals(43, counts.voluntary);
    assertEquals(21, counts.forced);
  }

  @Test
  void isEmptyWhereTheSystemDoesNotTell() {
    assertTrue(ContextSwitches.read(tasks.resolve("none")).isEmpty());
  }
}
