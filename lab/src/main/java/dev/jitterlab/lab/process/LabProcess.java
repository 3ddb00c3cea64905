package dev.jitterlab.lab.process;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.run.MachineReading;
import dev.jitterlab.lab.run.ProcessRecord;
import dev.jitterlab.lab.run.RunDirectory;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * A server or a load process, from its start to its end; keeps its {@code process.json} up to date.
 *
 * <p>Thread-safe, because a signal may end it from another thread while the run looks at it.
 */
public final class LabProcess {
  /** EX_UNAVAILABLE of BSD's sysexits; part of the contract of workloads. */
  private static final int UNAVAILABLE = 69;

  /** The endpoint to scrape; more of them have a dot and a number behind it. */
  public static final String METRICS = "metrics";

  private final Launch launch;
  private final Time time;
  private final double startedAt;
  private final Process process;
  private final CompletableFuture<Double> exitedAt;
  private final OutputFile output;

  /** The process and its descendants, as they were when it was asked to stop. */
  private List<ProcessHandle> family = List.of();

  private Double readyAt;
  private Map<String, String> endpoints = Map.of();
  private MachineReading machine;
  private Double stopAskedAt;
  private boolean killed;

  /** Starts it in its folder, which is made. */
  public LabProcess(Launch launch, Children children, Time time) throws IOException {
    this.launch = launch;
    this.time = time;
    Files.createDirectories(launch.folder());
    this.output = new OutputFile(RunDirectory.stdout(launch.folder()));
    this.startedAt = time.epochSeconds();
    this.process = children.start(launch.command(), launch.folder(), output.path());
    this.exitedAt = process.onExit().thenApply(ended -> time.epochSeconds());
    writeRecord();
  }

  /** How messages name it. */
  public String id() {
    return launch.id();
  }

  /** Its process id. */
  public long pid() {
    return process.pid();
  }

  /** Whether it has ended and says that this machine lacks what it needs. */
  public synchronized boolean isUnavailable() {
    return !process.isAlive() && readyAt == null && process.exitValue() == UNAVAILABLE;
  }

  public OutputFile output() {
    return output;
  }

  /** The last lines that it printed: the evidence for an error. */
  public String lastWords() {
    return output.tail();
  }

  public double startedAt() {
    return startedAt;
  }

  /** What it announced when it became ready; empty before. */
  public synchronized Map<String, String> endpoints() {
    return endpoints;
  }

  /** The addresses to scrape. */
  public List<URI> metrics() {
    return endpoints().entrySet().stream()
        .filter(e -> e.getKey().equals(METRICS) || e.getKey().startsWith(METRICS + "."))
        .map(e -> URI.create(e.getValue()))
        .toList();
  }

  /** Whether it is none of Jitterlab's own: a script, perhaps, whose child is the server. */
  public boolean isForeign() {
    return !(launch.readiness() instanceof Readiness.Announced);
  }

  /** What it has not done while it is not ready, behind "the process". */
  public String missing() {
    return launch.readiness().missing();
  }

  /** Whether it runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Whether it has ended, and should not have. */
  public boolean hasFailed() {
    return !process.isAlive() && !(launch.mayFinish() && process.exitValue() == 0);
  }

  /** Its exit status; only after it has ended. */
  public int exitCode() {
    return process.exitValue();
  }

  /**
   * Whether it has announced itself by now.
   *
   * @throws IllegalArgumentException if its announcement is malformed
   */
  public synchronized boolean isReady() {
    if (readyAt == null) {
      launch
          .readiness()
          .look(output)
          .ifPresent(
              found -> {
                readyAt = time.epochSeconds();
                endpoints = found;
                writeRecord();
              });
    }
    return readyAt != null;
  }

  /** Where it runs and writes. */
  public Path folder() {
    return launch.folder();
  }

  /** What was read back of it belongs into its record. */
  public synchronized void machine(MachineReading reading) {
    machine = reading;
    writeRecord();
  }

  /** Sends SIGTERM to it and its descendants; does nothing if it has ended or was asked before. */
  public synchronized void askToStop() {
    if (stopAskedAt == null && process.isAlive()) {
      stopAskedAt = time.epochSeconds();
      family = Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
      family.forEach(ProcessHandle::destroy);
    }
  }

  /** Sends SIGKILL to it and its descendants. */
  public synchronized void kill() {
    killed = killed || process.isAlive();
    Stream.concat(family.stream(), process.descendants())
        .toList()
        .forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  /** Whether neither it nor what it had started lives. */
  public synchronized boolean isGone() {
    return !process.isAlive() && family.stream().noneMatch(ProcessHandle::isAlive);
  }

  /** Brings {@code process.json} up to date. */
  public synchronized void writeRecord() {
    Json.write(RunDirectory.process(launch.folder()), record());
  }

  private ProcessRecord record() {
    boolean ended = !process.isAlive();
    return new ProcessRecord(
        launch.id(),
        launch.block(),
        launch.command(),
        process.pid(),
        startedAt,
        readyAt,
        endpoints,
        new ProcessRecord.Fate(
            stopAskedAt,
            ended ? exitedAt.join() : null,
            ended ? process.exitValue() : null,
            state(ended)),
        machine);
  }

  private String state(boolean ended) {
    if (!ended) {
      return readyAt == null ? "starting" : "ready";
    }
    if (killed) {
      return "killed";
    }
    if (stopAskedAt != null) {
      return "stopped";
    }
    return hasFailed() ? "died" : "finished";
  }
}
