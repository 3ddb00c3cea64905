package dev.jitterlab.lab.size;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeapDeathTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Exception in thread \"main\" java.lang.OutOfMemoryError: Java heap space |"
            + " OutOfMemoryError: Java heap space",
        "Terminating due to java.lang.OutOfMemoryError: GC overhead limit exceeded |"
            + " OutOfMemoryError: GC overhead limit exceeded",
        "Too small maximum heap | the JVM refuses so small a heap: Too small maximum heap",
        "Picked up JAVA_TOOL_OPTIONS: -Xmx4m -XX:+ExitOnOutOfMemoryError |",
        "all is well |"
      })
  void namesWhatTheServerPrinted(String line, String death) throws IOException {
    Files.writeString(folder.resolve("stdout.log"), "started\n" + line + "\n");

    assertEquals(Optional.ofNullable(death), HeapDeath.sign(folder));
  }

  private void log(double pauseMs) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int tenth = 0; tenth < 50; tenth++) {
      lines.add(
          "[2026-11-22T05:30:%02d.%d00+0000][1.0s][info][gc] GC(%d) Pause Full (G1 Compaction Pause) 63M->62M(64M) %.3fms"
              .formatted(tenth / 10, tenth % 10, tenth, pauseMs));
    }
    Files.write(folder.resolve("gc.log"), lines);
  }

  @Test
  void namesAServerThatDidLittleElseThanCollect() throws IOException {
    log(90);

    assertEquals(
        Optional.of("GC overhead: collections took 90 % of its last 5 s"), HeapDeath.sign(folder));
  }

  @Test
  void aServerThatCollectsALittleHasNotDiedOfIt() throws IOException {
    log(30);

    assertEquals(Optional.empty(), HeapDeath.sign(folder));
  }

  /** As JDK 11's serial collector logs it: a young collection that fails holds a full one. */
  @Test
  void aPauseWithinAnotherIsNoSecondOne() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int tenth = 0; tenth < 50; tenth++) {
      String time =
          "[2026-11-22T05:30:%02d.%d00+0000][1.0s][info][gc] ".formatted(tenth / 10, tenth % 10);
      lines.add(
          time
              + "GC(%d) Pause Full (Allocation Failure) 60M->59M(61M) 49.000ms"
                  .formatted(2 * tenth + 1));
      lines.add(
          time
              + "GC(%d) Pause Young (Allocation Failure) 60M->59M(61M) 50.000ms"
                  .formatted(2 * tenth));
    }
    Files.write(folder.resolve("gc.log"), lines);

    assertEquals(Optional.empty(), HeapDeath.sign(folder));
  }
}
