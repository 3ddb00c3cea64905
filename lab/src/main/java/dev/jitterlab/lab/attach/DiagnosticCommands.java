package dev.jitterlab.lab.attach;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Tool;
import dev.jitterlab.lab.Unchecked;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Sends diagnostic commands to a running JVM. */
interface DiagnosticCommands {
  /**
   * What a JVM answered.
   *
   * @param ok whether the command was carried out
   * @param text the answer
   */
  record Answer(boolean ok, String text) {}

  /** Sends one command, and waits for the answer. */
  Answer send(long pid, String... command) throws InterruptedException;

  /**
   * By {@code jcmd} of the JDK that this process runs on. A JVM that does not answer within half a
   * minute, such as one that is stopped, has not carried the command out.
   */
  static DiagnosticCommands jcmd() {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    if (!Files.isExecutable(jcmd)) {
      throw LabException.wrong(
          jcmd.toString(),
          "this JDK has no jcmd",
          "Run Jitterlab with a whole JDK, not a runtime.");
    }
    return (pid, command) -> {
      List<String> words = new ArrayList<>(List.of(jcmd.toString(), Long.toString(pid)));
      words.addAll(List.of(command));
      return run(words);
    };
  }

  private static Answer run(List<String> words) throws InterruptedException {
    Path out = Unchecked.io(() -> Files.createTempFile("jitterlab-jcmd", ".txt"));
    Process process = null;
    try {
      process =
          new ProcessBuilder(words)
              .redirectErrorStream(true)
              .redirectOutput(out.toFile())
              .redirectInput(Tool.NOTHING)
              .start();
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        return new Answer(false, "The JVM did not answer within 30 s; is the process stopped?");
      }
      String text = Files.readString(out, StandardCharsets.UTF_8);
      return new Answer(process.exitValue() == 0, text.strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      if (process != null) {
        process.destroyForcibly();
      }
      Unchecked.io(() -> Files.deleteIfExists(out));
    }
  }
}
