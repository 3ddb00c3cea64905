package dev.jitterlab.bench;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.host.Host;
import dev.jitterlab.lab.host.Processes;
import dev.jitterlab.lab.process.EnvironmentProbe;
import dev.jitterlab.lab.process.LocalHost;
import dev.jitterlab.lab.progress.Progress;
import dev.jitterlab.lab.run.Environment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * What benches have in common while they run: processes that end with the bench, how long it still
 * takes, and the file of its result. For one thread.
 */
public final class RunningBench {
  private static final String RESULT = "bench.json";

  private final String name;
  private final Path folder;
  private final Progress progress;
  private final Time time;
  private double secondsLeft;
  private Environment machine; // null until it has processes

  /**
   * Nothing is started yet.
   *
   * @param name of its command, such as {@code http}
   * @param folder where the result will be
   * @param progress stays the caller's
   * @param seconds how long it will take
   */
  public RunningBench(String name, Path folder, Progress progress, Time time, double seconds) {
    this.name = name;
    this.folder = folder;
    this.progress = progress;
    this.time = time;
    this.secondsLeft = seconds;
  }

  /** What a bench does with processes of its own. */
  public interface Work {
    /** Does all of it. */
    void run(Host host, Processes processes) throws IOException, InterruptedException;
  }

  /** Does it; its processes end with it, also if it fails or the lab gets a signal. */
  public void run(Work work) throws InterruptedException {
    try {
      LocalHost host = LocalHost.open(time);
      host.keepCpusAwake();
      machine = host.environment(Map.of());
      try (Processes processes = new Processes(host, time, this::sayInterrupted)) {
        work.run(host, processes);
      }
    } catch (IOException | UncheckedIOException e) {
      throw LabException.failed(
              "jitterlab bench " + name,
              "the bench could not be run",
              "Check that there is a shell, and room on the disk.")
          .because(e);
    }
  }

  /** Runs in the thread of a signal. */
  private void sayInterrupted() {
    progress.close();
    progress.note("Interrupted: ending the processes. What was measured is in " + folder);
  }

  /** Says what it does now. */
  public void says(String what) {
    says(what, 0);
  }

  /**
   * The same.
   *
   * @param seconds how much of what comes next is done already
   */
  public void says(String what, double seconds) {
    progress.update(new Doing(what, Math.max(0, secondsLeft - seconds)));
  }

  private record Doing(String stage, double secondsLeft) implements Progress.Step {
    @Override
    public String text() {
      return stage + ", " + Units.duration(secondsLeft) + " left";
    }
  }

  /** Something is through that was to take so long. */
  public void isThrough(double seconds) {
    secondsLeft -= seconds;
  }

  /** The machine as results have it: as it was when its processes began, if it has any. */
  public Environment machine() {
    return machine == null ? new EnvironmentProbe(Path.of("/")).probe(Map.of()) : machine;
  }

  /** Writes the result, and returns it. */
  public <R> R kept(R result) {
    Json.write(folder.resolve(RESULT), result);
    return result;
  }
}
