package dev.jitterlab.lab.host;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.machine.MachineSettings;
import dev.jitterlab.lab.run.Environment;
import dev.jitterlab.lab.run.ProcessRecord;
import dev.jitterlab.lab.run.Sample;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Where the processes of a run live. The lab starts, samples, signals and ends them through this
 * interface and through {@link HostProcess}, and knows nothing else of them: no process id, no
 * control group, no file of the system. The one implementation is {@code
 * dev.jitterlab.lab.process.LocalHost}, processes of this machine.
 *
 * <p>No process outlives its host: {@link #close} ends all, and an implementation sees to it that
 * they end when the lab is killed. Thread-safe, because a signal ends the processes from a thread
 * of its own.
 */
public interface Host extends AutoCloseable {
  /** How the threads of a server or a load are called that record, or answer the lab. */
  String OBSERVING = "jitterlab-";

  /** Opens a host; the caller closes it. */
  @FunctionalInterface
  interface Opener {
    /**
     * Opens it.
     *
     * @throws IOException if nobody could end its processes should the lab be killed
     */
    Host open(Time time) throws IOException;
  }

  /** The facts that a figure depends on, as they are now; {@code jdks} goes into them. */
  Environment environment(Map<String, String> jdks);

  /**
   * Keeps CPUs with nothing to do from going to sleep until the host is closed, where it is allowed
   * to: {@link #environment} says whether they may sleep.
   */
  void keepCpusAwake();

  /** What all processes may take together; empty if the host does not tell. */
  OptionalLong usableMemoryBytes();

  /** What is free of it; empty if the host does not tell. */
  OptionalLong availableMemoryBytes();

  /** Why a process cannot have this here, with the remedy, on one line; empty if it can. */
  Optional<String> refusal(MachineSettings asked);

  /**
   * Waits until none of the processes lives that an earlier lab has left.
   *
   * @param records what that lab wrote down of them
   * @param run how messages name that run
   * @throws LabException if some still live after the bound
   */
  void awaitGone(List<ProcessRecord> records, String run, Duration bound)
      throws InterruptedException;

  /** A port that a process can be told to open; none is given twice in a block. */
  int freePort();

  /**
   * Starts a process with what its launch asks of the machine. What it prints arrives in the
   * launch's folder, which exists, while it runs.
   *
   * @throws IOException if it cannot be started so
   */
  HostProcess start(Launch launch) throws IOException;

  /** The processes of a block have ended: takes back what they had been given. */
  void reclaim();

  /** Samples the machines and the lab itself, as each second is sampled. */
  void sample(double at, List<Sample> into);

  /**
   * Samples the CPU time of every process, those of others included: {@code
   * lab_session_cpu_seconds_total} of the lab and of each process with all that it has started,
   * {@code lab_other_cpu_seconds_total} of the rest. Too costly for each second.
   */
  void sampleSessions(double at, List<Sample> into);

  /** From now on, the folder is deleted once all have ended, however the lab ends. */
  void ownFolder(Path folder) throws IOException;

  /** Kills everything that lives, and whatever is started from now on. */
  void killAll();

  /** Kills everything that lives, and gives the host back. */
  @Override
  void close();
}
