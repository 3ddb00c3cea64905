package dev.jitterlab.lab.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A small shell process that outlives the lab by seconds, and ends what the lab started if the lab
 * could not do so itself: after {@code kill -9}, or a crash.
 *
 * <p>It reads process ids from a pipe that only the lab holds open, and acts when the pipe closes,
 * which the kernel sees to however the lab ends. It is in a session of its own, so that a signal to
 * the lab's process group does not reach it. Thread-safe.
 */
final class Guardian implements AutoCloseable {
  private static final long EXIT_SECONDS = 4;

  private final Process shell;
  private final Writer pipe;

  private Guardian(Process shell) {
    this.shell = shell;
    this.pipe = shell.outputWriter(StandardCharsets.UTF_8);
  }

  static Guardian start() throws IOException {
    Process shell =
        new ProcessBuilder(
                SetsidCommand.command(List.of("sh", "-c", script(), "jitterlab-guardian")))
            .directory(Path.of("/").toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    return new Guardian(shell);
  }

  /** From now on, the process and its group end with the lab. */
  synchronized void watch(long pid, long startTicks) throws IOException {
    pipe.write(pid + " " + startTicks + "\n");
    pipe.flush();
  }

  /** From now on, the folder is deleted when everything has ended; at most one. */
  synchronized void ownFolder(Path folder) throws IOException {
    pipe.write("folder " + folder.toAbsolutePath() + "\n");
    pipe.flush();
  }

  /** From now on, the control groups in the folder, and it, are removed at the end. */
  synchronized void ownCgroups(Path folder) throws IOException {
    pipe.write("cgroup " + folder.toAbsolutePath() + "\n");
    pipe.flush();
  }

  /** Dismisses it; it ends what is still alive first. */
  @Override
  public synchronized void close() {
    try {
      pipe.close();
    } catch (IOException e) {
      // Its pipe is broken, because somebody ended it: it is dismissed already.
    }
    try {
      if (!shell.waitFor(EXIT_SECONDS, TimeUnit.SECONDS)) {
        shell.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String script() {
    try (InputStream script = Guardian.class.getResourceAsStream("guardian.sh")) {
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
