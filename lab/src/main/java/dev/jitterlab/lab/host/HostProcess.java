package dev.jitterlab.lab.host;

import dev.jitterlab.lab.machine.ReadBack;
import dev.jitterlab.lab.run.Sample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A process as its {@link Host} has it. Its samples are filed under its launch's id; a foreign one
 * counts with all that it has started. What cannot be read, because it has ended, gives no sample.
 * Thread-safe.
 */
public interface HostProcess {
  /** The whole command line, as started. */
  List<String> command();

  /** By what a human finds it on its host; in {@code process.json}. */
  long number();

  /** Whether it runs. */
  boolean isAlive();

  /** Its exit status; only after it has ended. */
  int exitStatus();

  /** When it ended, in seconds since the epoch; only after it has. */
  double endedAt();

  /**
   * Where the lab and other processes reach what this one has opened.
   *
   * @param address as the process itself, or its command line, names it
   */
  String reached(String address);

  /**
   * Writes a line to its standard input; only where its launch says that it {@link Launch#listens}.
   *
   * @throws IOException if it takes none, because it has ended
   */
  void tell(String line) throws IOException;

  /** Asks it, and what it has started, to end; of one that has ended, what it has left behind. */
  void askToStop();

  /** Ends it, and what it has started, without asking. */
  void kill();

  /** Whether neither it nor what it had started lives. */
  boolean isGone();

  /**
   * What it got of the machine, compared with what its launch asks for.
   *
   * @param gcLog its log of collections
   */
  ReadBack readBack(Path gcLog);

  /** Lets its threads that observe give way to the others, by their names. */
  void letObserversGiveWay();

  /**
   * Stops it and what it has started, where it stands, until {@link #resume}.
   *
   * @throws IOException if the host cannot
   */
  void suspend() throws IOException;

  /** Lets it go on, if it was suspended. */
  void resume() throws IOException;

  /**
   * Changes its CPU limit.
   *
   * @param cpus how many CPUs' time it may use
   * @return what the limit was
   * @throws IOException if its launch asked for none, or the host cannot
   */
  double limitCpu(double cpus) throws IOException;

  /** Samples CPU time, memory, page faults and throttling. */
  void sample(double at, List<Sample> into);

  /** Samples for how long its threads waited for a CPU while they could have run. */
  void sampleRunQueue(double at, List<Sample> into);

  /** Samples the CPU time of its threads that observe, and of those that collect garbage. */
  void sampleThreads(double at, List<Sample> into);

  /**
   * What it has used up to now; empty if it has ended, or the host does not tell.
   *
   * @param ofChild of the first process that it has started, instead
   */
  Optional<ProcessUsage> usage(boolean ofChild);

  /** Brings what it has written so far into its launch's folder, if it is not there already. */
  void fetchFiles() throws IOException;
}
