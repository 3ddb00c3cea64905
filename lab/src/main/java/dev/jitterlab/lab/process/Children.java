package dev.jitterlab.lab.process;

import dev.jitterlab.lab.Tool;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Every process that the lab has started and that lives. None of them outlives the lab: {@link
 * #close} kills what is left, and the {@link Guardian} does if the lab cannot. Thread-safe.
 */
final class Children implements AutoCloseable {
  private final Set<Process> alive = ConcurrentHashMap.newKeySet();
  private final ProcFiles proc;
  private final Guardian guardian;
  private final Offspring offspring;
  private boolean closing;

  Children(ProcFiles proc) throws IOException {
    this.proc = proc;
    this.guardian = Guardian.start();
    this.offspring = new Offspring(proc, guardian.owner());
  }

  /**
   * Starts a process in a session of its own, with both output streams in one file.
   *
   * @param id the process's source in the samples
   * @param listens whether its input is a pipe; else it has none
   * @throws IOException if it cannot be started, or after {@link #killAll}: the JVM may halt at any
   *     moment then, and nobody would know of a process that was started just before
   */
  synchronized Process start(
      String id, List<String> command, Path folder, Path output, boolean listens)
      throws IOException {
    if (closing) {
      throw new IOException("nothing is started any more: the lab is ending its processes");
    }
    ProcessBuilder builder =
        new ProcessBuilder(SetsidCommand.command(command))
            .directory(folder.toFile())
            .redirectInput(listens ? Redirect.PIPE : Tool.NOTHING)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().put(Guardian.OWNER_VARIABLE, guardian.owner());
    builder.environment().put(SessionSampler.SOURCE_VARIABLE, id);
    guardian.expect();
    OptionalLong startTicks = OptionalLong.empty();
    try {
      Process process = builder.start();
      alive.removeIf(earlier -> !earlier.isAlive());
      alive.add(process);
      startTicks = proc.startTicks(process.pid());
      if (startTicks.isPresent()) {
        guardian.watch(process.pid(), startTicks.getAsLong());
      }
      return process;
    } finally {
      if (startTicks.isEmpty()) {
        guardian.expectNoMore();
      }
    }
  }

  /** The value of {@link Guardian#OWNER_VARIABLE} in the environment of all that is started. */
  String owner() {
    return guardian.owner();
  }

  /**
   * A process that was started here, and all that has come from it: what lives of it, and perhaps
   * some that do not. Looks at every process of the machine.
   *
   * @param id as it was given to {@link #start}
   */
  Set<ProcessHandle> family(Process process, String id) {
    return offspring.of(process, id, alive);
  }

  /** From now on, the guardian deletes the folder once everything has ended. */
  void ownFolder(Path folder) throws IOException {
    guardian.ownFolder(folder);
  }

  /** From now on, the guardian removes the control groups in the folder, and it, at the end. */
  void ownCgroups(Path folder) throws IOException {
    guardian.ownCgroups(folder);
  }

  /** Kills everything that lives, and what it has left behind; nothing is started any more. */
  synchronized void killAll() {
    closing = true;
    offspring.ofAll(alive).forEach(ProcessHandle::destroyForcibly);
  }

  /** Kills everything that lives, and dismisses the guardian. */
  @Override
  public void close() {
    killAll();
    guardian.close();
  }
}
