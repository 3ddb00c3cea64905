package dev.jitterlab.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessTimesTest {
  /** As Linux shows them of a process and of a thread of the kernel. */
  private static final long OF_PROCESS = 4_194_560;

  private static final long OF_KERNEL = 2_129_984;

  @TempDir Path root;

  /** With the CPU time of its children far above its own. */
  private void process(long pid, String command, long flags, long start, int user, int system)
      throws IOException {
    Path folder = Files.createDirectories(root.resolve("proc").resolve(Long.toString(pid)));
    Files.writeString(
        folder.resolve("stat"),
        "%d (%s) S 2 0 0 0 0 %d 0 0 0 0 %d %d 99999 99999 20 0 1 0 %d 0 0\n"
            .formatted(pid, command, flags, user, system, start));
  }

  @Test
  void chargesNobodyForItsChildrenOrForAnotherProcessOfThatNumber() throws IOException {
    process(2, "kthreadd", OF_KERNEL, 1, 0, 0);
    process(40, "a (strange) name", OF_PROCESS, 5, 100, 50);
    process(41, "kworker/0:1", OF_KERNEL, 6, 0, 10);
    process(42, "gone", OF_PROCESS, 7, 0, 10);
    process(43, "doctor", OF_PROCESS, 8, 0, 0);
    Files.createSymbolicLink(root.resolve("proc/self"), Path.of("43"));
    ProcessTimes before = ProcessTimes.read(root);
    process(40, "a (strange) name", OF_PROCESS, 5, 130, 70);
    process(41, "kworker/0:1", OF_KERNEL, 6, 0, 110);
    process(42, "new", OF_PROCESS, 900, 500, 500);
    process(43, "doctor", OF_PROCESS, 8, 900, 0);
    process(44, "newer", OF_PROCESS, 901, 500, 500);

    List<Other> others = ProcessTimes.read(root).since(before, 10);

    assertEquals(
        List.of(
            new Other("kworker/0:1", 41, true, 0.1),
            new Other("a (strange) name", 40, false, 0.05),
            new Other("kthreadd", 2, true, 0)),
        others);
  }

  /** As the second process of a container, or a child of it. */
  @Test
  void takesNoProcessForAThreadOfTheKernelByANumber() throws IOException {
    process(2, "java", OF_PROCESS, 5, 100, 0);
    ProcessTimes before = ProcessTimes.read(root);
    process(2, "java", OF_PROCESS, 5, 200, 0);

    assertEquals(
        List.of(new Other("java", 2, false, 0.1)), ProcessTimes.read(root).since(before, 10));
  }
}
