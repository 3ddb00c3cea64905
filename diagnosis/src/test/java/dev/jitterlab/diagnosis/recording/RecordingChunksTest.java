package dev.jitterlab.diagnosis.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingChunksTest {
  @TempDir private Path folder;

  /** A process that ends, as Ctrl-C ends one, before its copy is deleted. */
  static final class CopyMain {
    private CopyMain() {}

    /** Copies four bytes of {@code arguments[0]}. */
    public static void main(String[] arguments) throws IOException {
      Path file = Path.of(arguments[0]);
      Path copy = new RecordingChunks(4, Files.size(file)).copy(file);
      System.exit(Files.size(copy) == 4 ? 0 : 1);
    }
  }

  @Test
  void aCopyDoesNotOutliveItsProcess() throws Exception {
    Path file = Files.writeString(folder.resolve("cut.jfr"), "a recording");
    Path temporary = Files.createDirectory(folder.resolve("tmp"));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                CopyMain.class.getName(),
                file.toString())
            .inheritIO()
            .start();

    assertEquals(0, process.waitFor());
    try (Stream<Path> left = Files.list(temporary)) {
      assertEquals(List.of(), left.toList());
    }
  }
}
