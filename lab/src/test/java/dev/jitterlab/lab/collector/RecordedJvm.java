package dev.jitterlab.lab.collector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.jdk.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A real JVM that is recorded as a server is, until its program ends by itself. */
final class RecordedJvm {
  private static final int MOST_SECONDS = 60;

  private RecordedJvm() {}

  /**
   * Runs a program with status 0.
   *
   * @param folder with its classes; its recordings come to lie there
   * @param program the JVM's own flags, the class and its arguments
   * @return what it has printed
   */
  static String run(Path folder, Jdk jdk, RecordingSettings recording, List<String> program)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(jdk.java().toString(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(KnownCollectors.jvmArguments(Attachment.SERVER, jdk.feature(), recording));
    command.addAll(List.of("-cp", "."));
    command.addAll(program);
    Path out = folder.resolve("out");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    try {
      assertTrue(process.waitFor(MOST_SECONDS, TimeUnit.SECONDS), jdk + " does not end");
    } finally {
      process.destroyForcibly();
    }
    String printed = Files.readString(out);
    assertEquals(0, process.exitValue(), () -> jdk + ": " + printed);
    return printed;
  }
}
