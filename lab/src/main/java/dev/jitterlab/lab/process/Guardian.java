package dev.jitterlab.lab.process;

import dev.jitterlab.lab.WholeFile;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * A small shell process that outlives the lab by seconds, and ends what the lab started if the lab
 * could not do so itself: after {@code kill -9}, or a crash.
 *
 * <p>It reads process ids from a pipe that only the lab holds open, and acts when the pipe closes,
 * which the kernel sees to however the lab ends. It is in a session of its own, so that a signal to
 * the lab's process group does not reach it. Thread-safe.
 *
 * <p>What was started carries {@link #owner} in its environment, and so does what that has started.
 * By this the guardian finds helpers that have left the session of their server, and a process that
 * the lab had started and not yet named when it died: the lab announces each start.
 */
final class Guardian implements AutoCloseable {
  /** The environment variable of everything that a lab starts. */
  static final String OWNER_VARIABLE = "JITTERLAB_OWNER";

  private static final long EXIT_SECONDS = 4;

  private final String owner;
  private final Process shell;
  private final Writer pipe;

  private Guardian(String owner, Process shell) {
    this.owner = owner;
    this.shell = shell;
    this.pipe = shell.outputWriter(StandardCharsets.UTF_8);
  }

  static Guardian start() throws IOException {
    String owner = UUID.randomUUID().toString();
    ProcessBuilder builder =
        new ProcessBuilder(
                SetsidCommand.command(
                    List.of(
                        "sh",
                        "-c",
                        WholeFile.resource(Guardian.class, "guardian.sh"),
                        "jitterlab-guardian",
                        OWNER_VARIABLE + "=" + owner)))
            .directory(Path.of("/").toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    // Where another lab has started this one, that lab would end the guardian before its work.
    builder.environment().remove(OWNER_VARIABLE);
    builder.environment().remove(SessionSampler.SOURCE_VARIABLE);
    return new Guardian(owner, builder.start());
  }

  /** The value of {@link #OWNER_VARIABLE} in the environment of all that this lab starts. */
  String owner() {
    return owner;
  }

  /** A process is about to be started; {@link #watch} or {@link #expectNoMore} follows. */
  synchronized void expect() throws IOException {
    pipe.write("starting\n");
    pipe.flush();
  }

  /** What was announced was not started, or has ended already. */
  synchronized void expectNoMore() throws IOException {
    pipe.write("started\n");
    pipe.flush();
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
}
