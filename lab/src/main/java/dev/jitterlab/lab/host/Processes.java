package dev.jitterlab.lab.host;

import dev.jitterlab.lab.FileTree;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Time;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * Processes that are started without a plan, one by one. As in a run, none of them outlives the
 * lab: {@link #close} ends them, a signal does, and the {@link Host} if the lab is killed.
 *
 * <p>For one thread; a signal ends the processes from another one.
 */
public final class Processes implements AutoCloseable {
  private static final long READY_LOOK_NS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long HEALTH_LOOK_NS = TimeUnit.MILLISECONDS.toNanos(250);

  private final Time time;
  private final Host host;
  private final Interruption interruption;
  private final List<LabProcess> living = new CopyOnWriteArrayList<>();
  private volatile boolean interrupted;
  private volatile Path ownFolder;

  /**
   * @param host is closed with this
   * @param onInterruption is run when a signal ends the lab, before the processes are ended
   */
  public Processes(Host host, Time time, Runnable onInterruption) {
    this.time = time;
    this.host = host;
    this.interruption = new Interruption(() -> interrupted(onInterruption));
  }

  /**
   * Starts a process.
   *
   * @param id how messages name it
   * @param round recorded as the block that it belongs to
   * @param folder its working directory, which is made; its output and its record go there
   * @throws LabException if it cannot be started
   */
  public LabProcess start(String id, int round, List<String> command, Path folder) {
    LabProcess process = LabProcess.start(Launch.own(id, round, command, folder), host, time);
    living.add(process);
    return process;
  }

  /**
   * Returns when the process has announced itself.
   *
   * @throws LabException if it ends before, or does not within the time
   */
  public void awaitReady(LabProcess process, long timeoutSeconds) throws InterruptedException {
    long deadlineNs = time.nanoTime() + TimeUnit.SECONDS.toNanos(timeoutSeconds);
    while (!process.isReady()) {
      requireAlive("before it was ready");
      if (time.nanoTime() - deadlineNs >= 0) {
        throw LabException.failed(
                process.id(),
                "the process was not ready within " + timeoutSeconds + " s",
                "See " + process.output() + "; is the machine busy with something else?")
            .withDetails(process.lastWords());
      }
      time.sleepUntil(time.nanoTime() + READY_LOOK_NS);
    }
  }

  /**
   * Lets the processes run for that long.
   *
   * @param look is run four times a second
   * @throws LabException as soon as one of them has ended
   */
  public void watch(double seconds, Runnable look) throws InterruptedException {
    long deadlineNs = time.nanoTime() + Math.round(seconds * 1e9);
    while (time.nanoTime() - deadlineNs < 0) {
      long nextLookNs = time.nanoTime() + HEALTH_LOOK_NS;
      time.sleepUntil(nextLookNs - deadlineNs < 0 ? nextLookNs : deadlineNs);
      requireAlive("while it was measured");
      look.run();
    }
  }

  private void requireAlive(String when) {
    for (LabProcess process : living) {
      if (!process.isAlive()) {
        throw Failures.died(process, when);
      }
    }
  }

  /** Those that have ended by themselves since the last call; they are not waited for any more. */
  public List<LabProcess> takeEnded() {
    List<LabProcess> ended = living.stream().filter(process -> !process.isAlive()).toList();
    ended.forEach(LabProcess::conclude);
    living.removeAll(ended);
    return ended;
  }

  /** A process was killed on purpose: it may end at any time from now on. */
  public void forget(LabProcess process) {
    living.remove(process);
  }

  /** Ends a process as a run does; returns when it is gone. */
  public void end(LabProcess process) throws InterruptedException {
    end(List.of(process));
  }

  /** Ends processes together; returns when all are gone. */
  public void end(List<LabProcess> processes) throws InterruptedException {
    GracefulStop.end(processes, time);
    processes.forEach(LabProcess::conclude);
    living.removeAll(processes);
  }

  /**
   * From now on, the folder is deleted when the processes have ended, however the lab ends.
   *
   * @throws IOException if nobody could delete it should the lab be killed
   */
  public void ownFolder(Path folder) throws IOException {
    ownFolder = folder;
    host.ownFolder(folder);
  }

  /** Ends all processes but these, as {@link #end} does; those that have ended already, too. */
  public void endAllBut(List<LabProcess> kept) throws InterruptedException {
    for (LabProcess process : living) {
      if (!kept.contains(process)) {
        end(process);
      }
    }
  }

  /** Whether a signal is ending the lab, and with it all processes. */
  public boolean isInterrupted() {
    return interrupted;
  }

  private void interrupted(Runnable onInterruption) {
    interrupted = true;
    try {
      onInterruption.run();
      GracefulStop.end(living, time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      host.killAll();
      deleteOwnFolder();
    }
  }

  /** Ends what still lives. */
  @Override
  public void close() {
    interruption.close();
    host.killAll();
    deleteOwnFolder();
    host.close();
  }

  private void deleteOwnFolder() {
    Path folder = ownFolder;
    if (folder != null) {
      try {
        FileTree.delete(folder);
      } catch (IOException | UncheckedIOException e) {
        // A process that was just killed still wrote into it: the guardian deletes what is left.
      }
    }
  }
}
