package dev.jitterlab.lab.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ChildrenTest {
  @TempDir private Path folder;

  private Process start(Children children, String... command) throws IOException {
    return children.start(List.of(command), folder, folder.resolve("output"), false);
  }

  @Test
  void everyProcessSaysWhoseItIs() throws Exception {
    try (Children children = new Children(new ProcFiles(Path.of("/proc")))) {
      assertEquals(0, start(children, "env").waitFor());
    }

    List<String> variables = Files.readAllLines(folder.resolve("output"));
    assertTrue(
        variables.stream().anyMatch(line -> line.matches("JITTERLAB_OWNER=[0-9a-f-]{36}")),
        "no JITTERLAB_OWNER");
  }

  /** The thread of a run goes on for a moment while a signal ends the lab. */
  @Test
  void startsNothingOnceItHasKilledAll() throws Exception {
    try (Children children = new Children(new ProcFiles(Path.of("/proc")))) {
      Process earlier = start(children, "sleep", "600");
      children.killAll();

      earlier.waitFor();
      assertThrows(IOException.class, () -> start(children, "touch", "started"));
    }
    assertFalse(Files.exists(folder.resolve("started")));
  }
}
