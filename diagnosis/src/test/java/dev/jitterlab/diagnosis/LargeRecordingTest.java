package dev.jitterlab.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A recording with more events than the memory holds, in a JVM of its own with a small heap. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class LargeRecordingTest {
  private static final int MANY = 300_000;

  /** Its server is left undiagnosed, and says so; the other one is diagnosed. */
  @Test
  void leavesItsServerUndiagnosedAndNoOther(@TempDir Path folder) throws Exception {
    Path large = ticks(folder.resolve("large.jfr"), MANY);
    Path small = ticks(folder.resolve("small.jfr"), 20);
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx24m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Diagnose.class.getName(),
                large.toString(),
                small.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("out.txt").toFile())
            .start();
    int code;
    try {
      code = process.waitFor();
    } finally {
      process.destroyForcibly();
    }
    String text = Files.readString(folder.resolve("out.txt"));
    assertEquals(0, code, text);
    assertTrue(
        text.contains("large.jfr: true [large.jfr has too many events for the memory of"), text);
    assertTrue(text.contains("small.jfr: false []"), text);
    assertTrue(text.contains("2 late"), text);
  }

  private static Path ticks(Path file, int ticks) throws IOException {
    return OwnRecording.record(
        file,
        List.of(),
        server -> {
          for (int i = 0; i < ticks; i++) {
            boolean late = ticks < MANY && i % 10 == 5;
            server.tick(late, () -> server.query("orders", 1, late ? 5 : 0));
          }
        });
  }

  /** The program of the other JVM: diagnoses the recordings it is given. */
  static final class Diagnose {
    private Diagnose() {}

    public static void main(String[] recordings) {
      List<ServerFiles> servers =
          List.of(recordings).stream().map(Path::of).map(Diagnose::files).toList();
      Causes causes = Diagnosis.of(servers, Optional.empty(), List.of());
      for (Causes.Source source : causes.sources()) {
        System.out.println(
            source.instance() + ": " + source.mayMissLateEvents() + " " + source.problems());
      }
      System.out.println(causes.events().size() + " late");
    }

    private static ServerFiles files(Path recording) {
      String name = String.valueOf(recording.getFileName());
      return ServerFiles.ofRecording(name, recording);
    }
  }
}
