package dev.jitterlab.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MoreJvmsTest {
  private static final List<String> SMALL = List.of("-XX:+UseSerialGC", "-XX:MaxRAM=256m");

  /** What records this JVM would write over its files. */
  @Test
  void theOthersHaveTheFlagsOfTheJvmButNothingThatRecordsIt() {
    List<String> command =
        MoreJvms.command(
            List.of(
                "-XX:MaxRAM=512m",
                "-Xlog:gc:file=gc.log",
                "-XX:StartFlightRecording=filename=a.jfr",
                "-javaagent:a.jar",
                "-Dx=y",
                "-Xss512k"),
            List.of("--live-mb=1"));

    int classPath = command.indexOf("-cp");
    assertEquals(
        List.of("--enable-native-access=ALL-UNNAMED", "-XX:MaxRAM=512m", "-Xss512k"),
        command.subList(1, classPath));
    assertEquals(
        List.of(HeapServer.class.getName(), "--live-mb=1"),
        command.subList(classPath + 2, command.size()));
  }

  @Test
  void theOthersHaveTheOptionsOfTheServerButItsOwn() {
    assertEquals(
        List.of("--live-mb=1", "--hz", "10"),
        MoreJvms.forOthers(
            List.of(
                "--jvms=3",
                "--live-mb=1",
                "--tick-log",
                "ticks.hlog",
                "--hz",
                "10",
                "--metrics-port=0")));
  }

  @Test
  void theyAllocateBesideThisOneAndEndWithIt() throws Exception {
    MoreJvms more = MoreJvms.start(2, SMALL, List.of("--live-mb=1", "--jvms=3", "--hz=1"));
    try (more) {
      assertEquals(2, more.count());
      double own = MoreJvms.residentBytes(Path.of("/proc/self/status"));
      assertTrue(more.residentBytes() > own + 2 * (1 << 20), "three JVMs");
    }
    assertEquals(0, more.count());
  }

  @Test
  void oneThatCannotStartEndsTheServer() {
    assertThrows(IOException.class, () -> MoreJvms.start(1, SMALL, List.of("--live-mb=-1")));
  }

  @Test
  void readsWhatTheSystemTellsOfAProcess(@TempDir Path folder) throws IOException {
    Path status = Files.writeString(folder.resolve("status"), "Name:\tx\nVmRSS:\t  2048 kB\n");
    assertEquals(2 << 20, MoreJvms.residentBytes(status));
    assertEquals(0, MoreJvms.residentBytes(folder.resolve("none")));
    assertFalse(Files.exists(folder.resolve("none")));
  }
}
