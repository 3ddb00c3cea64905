package dev.jitterlab.lab.host;

import static java.util.stream.Collectors.joining;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.Unchecked;
import dev.jitterlab.lab.machine.ReadBack;
import dev.jitterlab.lab.run.MachineReading;
import dev.jitterlab.lab.run.ProcessRecord;
import dev.jitterlab.lab.run.RunDirectory;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A server or a load process on any host, from its start to its end; keeps its {@code process.json}
 * up to date.
 *
 * <p>Thread-safe, because a signal may end it from another thread while the run looks at it.
 */
public final class LabProcess {
  /** EX_UNAVAILABLE of BSD's sysexits; part of the contract of workloads. */
  private static final int UNAVAILABLE = 69;

  /** A line to a load generator: the ids of the servers that it is to load stand behind it. */
  private static final String TURN = "turn";

  /** Its answer, once that holds. */
  private static final String TURNED = "JITTERLAB TURN";

  /** The endpoint to scrape; more of them have a dot and a number behind it. */
  public static final String METRICS = "metrics";

  private final Launch launch;
  private final Time time;
  private final double startedAt;
  private final HostProcess process;
  private final OutputFile output;

  private Double readyAt;
  private Map<String, String> endpoints = Map.of();
  private MachineReading machine;
  private Double stopAskedAt;
  private boolean asked;
  private boolean killed;

  private LabProcess(Launch launch, Host host, Time time) throws IOException {
    this.launch = launch;
    this.time = time;
    Files.createDirectories(launch.folder());
    this.output = new OutputFile(RunDirectory.stdout(launch.folder()));
    this.startedAt = time.epochSeconds();
    this.process = host.start(launch);
    writeRecord();
  }

  /**
   * Starts it in its folder, which is made.
   *
   * @throws LabException if it cannot be started, or if another program is there already that would
   *     be taken for it
   */
  public static LabProcess start(Launch launch, Host host, Time time) {
    launch
        .readiness()
        .taken(new OutputFile(RunDirectory.stdout(launch.folder())))
        .ifPresent(
            what -> {
              throw Failures.taken(launch.id(), what);
            });
    try {
      return new LabProcess(launch, host, time);
    } catch (IOException e) {
      throw Failures.notStarted(launch.id(), e);
    }
  }

  /** How messages name it. */
  public String id() {
    return launch.id();
  }

  /** As its host has it: to be sampled. */
  public HostProcess onHost() {
    return process;
  }

  /** Whether it has ended and says that this machine lacks what it needs. */
  public synchronized boolean isUnavailable() {
    return !process.isAlive() && readyAt == null && process.exitStatus() == UNAVAILABLE;
  }

  /** Where it runs and writes. */
  public Path folder() {
    return launch.folder();
  }

  /** The file that it prints into. */
  Path output() {
    return output.path();
  }

  /** The last lines that it printed: the evidence for an error. */
  public String lastWords() {
    return output.tail();
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

  /** What it has not done while it is not ready, behind "the process". */
  String missing() {
    return launch.readiness().missing();
  }

  /** Whether it runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Whether it has ended, and should not have. */
  public boolean hasFailed() {
    return !process.isAlive() && !(launch.mayFinish() && process.exitStatus() == 0);
  }

  /** Whether it had failed before it was asked to end; only after it was asked. */
  public synchronized boolean failedBeforeItsEnd() {
    return stopAskedAt == null && !killed && hasFailed();
  }

  /** Its exit status; only after it has ended. */
  public int exitStatus() {
    return process.exitStatus();
  }

  /**
   * Whether it serves by now.
   *
   * @throws LabException if its announcement is malformed
   */
  public synchronized boolean isReady() {
    if (readyAt == null) {
      try {
        launch.readiness().look(output, process::reached).ifPresent(this::ready);
      } catch (IllegalArgumentException e) {
        throw Failures.malformedReadyLine(this, e);
      }
    }
    return readyAt != null;
  }

  private void ready(Map<String, String> announced) {
    readyAt = time.epochSeconds();
    endpoints = new LinkedHashMap<>(announced);
    endpoints.replaceAll((_, address) -> process.reached(address));
    writeRecord();
  }

  /**
   * Reads back what it got of the machine, if its launch asks for something, into its record: a
   * limit that is not there measures nothing.
   *
   * @param gcLog its log of collections
   * @throws LabException if it is not what was asked for
   */
  public synchronized void verifyMachine(Path gcLog) {
    if (launch.machine().concernsProcess()) {
      fetchFiles();
      ReadBack verified = process.readBack(gcLog);
      machine = verified.reading();
      writeRecord();
      if (!verified.mismatches().isEmpty()) {
        throw Failures.machineDiffers(this, verified.mismatches());
      }
    }
  }

  /**
   * Tells it that it is to load these servers, and no others; it {@link #hasTurned} some time
   * later.
   *
   * @throws LabException if it takes no lines any more
   */
  public void turnTo(List<String> servers) {
    try {
      process.tell(Stream.concat(Stream.of(TURN), servers.stream()).collect(joining(" ")));
    } catch (IOException e) {
      throw Failures.doesNotTurn(this, e);
    }
  }

  /** Whether it says that it loads what it was told, and no more; each answer is seen once. */
  public synchronized boolean hasTurned(List<String> servers) {
    String answer = Stream.concat(Stream.of(TURNED), servers.stream()).collect(joining(" "));
    return output
        .lookFor(line -> line.endsWith(answer) ? Optional.of(line) : Optional.empty())
        .isPresent();
  }

  /**
   * Asks it, and what it has started, to end; does nothing if it was asked before. One that has
   * ended by itself may have left something behind.
   */
  public synchronized void askToStop() {
    if (!asked) {
      asked = true;
      stopAskedAt = process.isAlive() ? Double.valueOf(time.epochSeconds()) : null;
      process.askToStop();
    }
  }

  /** Ends it, and what it has started, without asking. */
  public synchronized void kill() {
    killed = killed || process.isAlive();
    process.kill();
  }

  /** Whether neither it nor what it had started lives. */
  boolean isGone() {
    return process.isGone();
  }

  /** Brings what it has written so far into its folder. */
  public void fetchFiles() {
    Unchecked.io(() -> process.fetchFiles());
  }

  /** Fetches what it has left, and brings its record up to date; only after it has ended. */
  public void conclude() {
    try {
      fetchFiles();
    } finally {
      writeRecord();
    }
  }

  private synchronized void writeRecord() {
    Json.write(RunDirectory.process(launch.folder()), record());
  }

  private ProcessRecord record() {
    boolean ended = !process.isAlive();
    return new ProcessRecord(
        launch.id(),
        launch.block(),
        process.command(),
        process.number(),
        startedAt,
        readyAt,
        endpoints,
        new ProcessRecord.Fate(
            stopAskedAt,
            ended ? process.endedAt() : null,
            ended ? process.exitStatus() : null,
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
