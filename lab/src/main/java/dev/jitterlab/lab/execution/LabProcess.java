package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.RunDirectory;
import dev.jitterlab.lab.collect.Time;
import dev.jitterlab.lab.machine.MachineReading;
import java.io.IOException;
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

  private final String id;
  private final int block;
  private final List<String> command;
  private final Path folder;
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
  LabProcess(String id, int block, List<String> command, Path folder, Children children, Time time)
      throws IOException {
    this.id = id;
    this.block = block;
    this.command = List.copyOf(command);
    this.folder = folder;
    this.time = time;
    Files.createDirectories(folder);
    this.output = new OutputFile(RunDirectory.stdout(folder));
    this.startedAt = time.epochSeconds();
    this.process = children.start(command, folder, output.path());
    this.exitedAt = process.onExit().thenApply(ended -> time.epochSeconds());
    writeRecord();
  }

  /** How messages name it. */
  public String id() {
    return id;
  }

  /** Its process id. */
  public long pid() {
    return process.pid();
  }

  /** Whether it has ended and says that this machine lacks what it needs. */
  synchronized boolean isUnavailable() {
    return !process.isAlive() && readyAt == null && process.exitValue() == UNAVAILABLE;
  }

  OutputFile output() {
    return output;
  }

  /** The last lines that it printed: the evidence for an error. */
  public String lastWords() {
    return output.tail();
  }

  double startedAt() {
    return startedAt;
  }

  /** What it announced when it became ready; empty before. */
  public synchronized Map<String, String> endpoints() {
    return endpoints;
  }

  /** Whether it runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Its exit status; only after it has ended. */
  int exitCode() {
    return process.exitValue();
  }

  /**
   * Whether it has announced itself by now.
   *
   * @throws IllegalArgumentException if its announcement is malformed
   */
  synchronized boolean isReady() {
    if (readyAt == null) {
      output
          .lookForReadyLine()
          .ifPresent(
              found -> {
                readyAt = time.epochSeconds();
                endpoints = found;
                writeRecord();
              });
    }
    return readyAt != null;
  }

  Path folder() {
    return folder;
  }

  /** What was read back of it belongs into its record. */
  synchronized void machine(MachineReading reading) {
    machine = reading;
    writeRecord();
  }

  /** Sends SIGTERM to it and its descendants; does nothing if it has ended or was asked before. */
  synchronized void askToStop() {
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
  synchronized boolean isGone() {
    return !process.isAlive() && family.stream().noneMatch(ProcessHandle::isAlive);
  }

  /** Brings {@code process.json} up to date. */
  synchronized void writeRecord() {
    Json.write(RunDirectory.process(folder), record());
  }

  private ProcessRecord record() {
    boolean ended = !process.isAlive();
    return new ProcessRecord(
        id,
        block,
        command,
        process.pid(),
        startedAt,
        readyAt,
        endpoints,
        stopAskedAt,
        ended ? exitedAt.join() : null,
        ended ? process.exitValue() : null,
        state(ended),
        machine);
  }

  private String state(boolean ended) {
    if (!ended) {
      return readyAt == null ? "starting" : "ready";
    }
    if (killed) {
      return "killed";
    }
    return stopAskedAt == null ? "died" : "stopped";
  }
}
