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
 * <p>What was started carries {@code owner} in its environment, and so does what that has started.
 * By this the guardian finds helpers that have left the session of their server, and a process that
 * the lab had started and not yet named when it died: the lab announces each start.
 *
 * @param owner the value of {@link #OWNER_VARIABLE} in the environment of all that this lab starts
 * @param shell the process
 * @param pipe its input
 */
record Guardian(String owner, Process shell, Writer pipe) implements AutoCloseable {
  /** The environment variable of everything that a lab starts. */
  static final String OWNER_VARIABLE = "JITTERLAB_OWNER";

  private static final long EXIT_SECONDS = 4;

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
    Process shell = builder.start();
    return new Guardian(owner, shell, shell.outputWriter(StandardCharsets.UTF_8));
  }

  private synchronized void say(String line) throws IOException {
    pipe.write(line + "\n");
    pipe.flush();
  }

  /** A process is about to be started; {@link #watch} or {@link #expectNoMore} follows. */
  void expect() throws IOException {
    say("starting");
  }

  /** What was announced was not started, or has ended already. */
  void expectNoMore() throws IOException {
    say("started");
  }

  /** From now on, the process and its group end with the lab. */
  void watch(long pid, long startTicks) throws IOException {
    say(pid + " " + startTicks);
  }

  /** From now on, the folder is deleted when everything has ended; at most one. */
  void ownFolder(Path folder) throws IOException {
    say("folder " + folder.toAbsolutePath());
  }

  /** From now on, the control groups in the folder, and it, are removed at the end. */
  void ownCgroups(Path folder) throws IOException {
    say("cgroup " + folder.toAbsolutePath());
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
