package dev.jitterlab.bench.http;

import dev.jitterlab.bench.QuietWatch;
import dev.jitterlab.bench.RunningBench;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.Unchecked;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.host.Host;
import dev.jitterlab.lab.host.HostProcess;
import dev.jitterlab.lab.host.LabProcess;
import dev.jitterlab.lab.host.Processes;
import dev.jitterlab.lab.progress.Progress;
import dev.jitterlab.lab.run.EmptyFolder;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.MeasuredLog;
import dev.jitterlab.lab.ticks.MeasuredResponses;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.ticks.ResponseMetric;
import dev.jitterlab.lab.ticks.TickTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;

/**
 * Loads one fast server with our generator and with others, in interleaved rounds, one generator at
 * a time; leaves {@code bench.json} and every process's files in its folder. For one thread, and
 * one run.
 */
public final class HttpBench {
  /** How the generator's log names the server. */
  static final String SERVER = "server";

  private static final long READY_SECONDS = 2 * HttpBenchPlan.LONGEST_REHEARSAL_SECONDS;
  private static final double LOOK_SECONDS = 0.1;
  private static final double PATIENCE_SECONDS = 30;

  private final HttpBenchPlan plan;
  private final HttpPrograms programs;
  private final Path folder;
  private final Progress progress;
  private final Time time;
  private final ToIntFunction<Host> port;
  private final Map<HttpCell, HttpFigures> measured = new LinkedHashMap<>();
  private final List<LeftOutLoad> leftOut = new ArrayList<>();
  private final RunningBench running;
  private String serverName;
  private int rate; // 0 until the first round has found one

  /** A generator that failed in a part; it does not run there again. */
  record LeftOutLoad(HttpCell cell, Problem problem) {
    boolean isOf(HttpCell other) {
      return cell.contender() == other.contender() && cell.part() == other.part();
    }
  }

  /** As {@link #prepare}; {@code port} is what the server is to open. */
  HttpBench(
      HttpBenchPlan plan,
      HttpPrograms programs,
      Path folder,
      Progress progress,
      Time time,
      ToIntFunction<Host> port) {
    this.port = port;
    this.plan = plan;
    this.programs = programs;
    this.folder = folder;
    this.progress = progress;
    this.time = time;
    this.running = new RunningBench("http", folder, progress, time, plan.estimateSeconds());
  }

  /**
   * Prepares a bench and says how long it will take; starts nothing.
   *
   * @param folder does not exist yet, or is empty
   * @param progress stays the caller's
   * @throws LabException if the generator was not built
   */
  public static HttpBench prepare(HttpBenchChoice choice, Path folder, Progress progress) {
    EmptyFolder.require(folder, "--out");
    HttpPrograms programs = HttpPrograms.find();
    HttpBenchPlan plan = new HttpBenchPlan(choice, programs.contenders());
    progress.note(
        "generators: %s, rounds: %d, measured for %s each: about %s in all"
            .formatted(
                String.join(", ", plan.contenders().stream().map(HttpContender::label).toList()),
                choice.rounds(),
                Units.seconds(choice.seconds()),
                Units.duration(plan.estimateSeconds())));
    return new HttpBench(plan, programs, folder, progress, Time.system(), Host::freePort);
  }

  /**
   * Runs it to its end. Another generator that fails is left out, and named in the result.
   *
   * @throws LabException if the server or our own generator fails
   */
  public HttpBenchResult run() throws InterruptedException {
    running.run(this::loadServer);
    return running.kept(
        HttpBenchResult.of(
            plan,
            new HttpBenchResult.Setting(serverName, programs.pins(), rate, programs.missing()),
            measured,
            leftOut,
            running.machine()));
  }

  private void loadServer(Host host, Processes processes) throws InterruptedException {
    FastServer server = FastServer.of(programs, port.applyAsInt(host), folder.resolve(SERVER));
    serverName = server.name();
    HostProcess serving = server.start(processes, time);
    for (int round = 1; round <= plan.choice().rounds(); round++) {
      for (LoadPart part : LoadPart.values()) {
        List<HttpCell> cells = plan.cells(part, round, folder);
        if (part == LoadPart.HALF_LOAD && rate == 0) {
          rate = plan.choice().rate().orElseGet(() -> halfOfTheSlowest(cells));
        }
        for (HttpCell cell : cells) {
          attempt(cell, server, serving, processes);
        }
      }
    }
  }

  /**
   * Half of what the slowest generator carries of those that load at a rate, to two digits. One
   * that failed before is left out: the rate may be more than it carries.
   */
  private int halfOfTheSlowest(List<HttpCell> atThatRate) {
    for (HttpCell cell : atThatRate) {
      if (leftOut.stream().anyMatch(one -> one.cell().contender() == cell.contender())) {
        leaveOut(
            cell,
            Problem.in(
                cell.id(),
                "it failed in the closed part, so how much it carries is not known",
                "Name a rate with --rate, or see why it failed."));
      }
    }
    double least =
        measured.entrySet().stream()
            .filter(one -> one.getKey().contender().takesPartIn(LoadPart.HALF_LOAD))
            .mapToDouble(one -> one.getValue().requestsPerSecond())
            .min()
            .orElseThrow();
    return half(least);
  }

  /** Half of it, to two digits. */
  static int half(double perSecond) {
    double half = perSecond / 2;
    double digit = Math.pow(10, Math.max(0, Math.floor(Math.log10(Math.max(1, half))) - 1));
    return (int) Math.max(1, Math.floor(half / digit) * digit);
  }

  private void attempt(HttpCell cell, FastServer server, HostProcess serving, Processes processes)
      throws InterruptedException {
    if (leftOut.stream().noneMatch(one -> one.isOf(cell))) {
      sayDoing(cell);
      try {
        measured.put(cell, measure(cell, server, serving, processes));
      } catch (LabException e) {
        if (processes.isInterrupted() || cell.contender().isOurs() || !serving.isAlive()) {
          throw e;
        }
        leaveOut(cell, e.problems().getFirst());
      }
    }
    running.isThrough(plan.seconds(cell.contender()));
  }

  private void leaveOut(HttpCell cell, Problem problem) {
    leftOut.add(new LeftOutLoad(cell, problem));
    progress.note(
        "%s is left out of %s: %s"
            .formatted(cell.contender().label(), cell.part().word(), problem.what()));
  }

  private HttpFigures measure(
      HttpCell cell, FastServer server, HostProcess serving, Processes processes)
      throws InterruptedException {
    LabProcess process =
        processes.start(
            cell.id(),
            cell.round(),
            programs.generator(cell, plan, server.address(), rate),
            cell.folder());
    return cell.contender().isOurs()
        ? measureOurs(cell, process, serving, processes)
        : measureOther(cell, process, serving, processes);
  }

  private HttpFigures measureOurs(
      HttpCell cell, LabProcess process, HostProcess serving, Processes processes)
      throws InterruptedException {
    processes.awaitReady(process, READY_SECONDS);
    process.onHost().letObserversGiveWay();
    QuietWatch.watch(processes, plan.warmupSeconds(), () -> sayDoing(cell));
    double from = time.epochSeconds();
    CpuMeter own = new CpuMeter(process.onHost(), time);
    CpuMeter servers = new CpuMeter(serving, time);
    QuietWatch.watch(
        processes, plan.choice().seconds() + plan.edgesSeconds(), () -> sayDoing(cell));
    own.look();
    servers.look();
    MeasuredWindows windows = MeasuredWindows.of(from, time.epochSeconds());
    processes.end(process);
    MeasuredLog log =
        MeasuredLog.read(RunDirectory.ticks(cell.folder()), windows, unused -> windows);
    Distribution responses =
        log.responses().getOrDefault(SERVER, MeasuredResponses.NONE).of(ResponseMetric.RESPONSE);
    Distribution drift = log.ticks().distributions().get(TickTime.DRIFT);
    if (responses.isEmpty() || drift.isEmpty() || log.ticks().coveredSeconds() <= 0) {
      throw failed(process, "no answer came while it was measured");
    }
    return new HttpFigures(
        responses.count() / log.ticks().coveredSeconds(),
        responses.quantileNs(0.5) / 1e9,
        responses.quantileNs(0.99) / 1e9,
        own.cores(),
        servers.cores(),
        Math.max(0, drift.quantileNs(0.5)) / 1e9,
        Math.max(0, drift.quantileNs(0.99)) / 1e9,
        null);
  }

  private HttpFigures measureOther(
      HttpCell cell, LabProcess process, HostProcess serving, Processes processes)
      throws InterruptedException {
    CpuMeter own = new CpuMeter(process.onHost(), time);
    CpuMeter servers = new CpuMeter(serving, time);
    double seconds = plan.choice().seconds() + PATIENCE_SECONDS;
    long deadlineNs = time.nanoTime() + Math.round(seconds * 1e9);
    while (process.isAlive() && time.nanoTime() - deadlineNs < 0) {
      time.sleepUntil(time.nanoTime() + Math.round(LOOK_SECONDS * 1e9));
      if (process.isAlive()) {
        own.look();
        servers.look();
      }
    }
    if (process.isAlive()) {
      processes.end(process);
    }
    List<LabProcess> unused = processes.takeEnded();
    String printed = Unchecked.io(() -> Files.readString(RunDirectory.stdout(cell.folder())));
    PeerOutput output =
        output(cell, printed).orElseThrow(() -> failed(process, "it ended without figures"));
    if (output.requestsPerSecond() <= 0 || own.cores() <= 0) {
      throw failed(process, "no answer came while it was measured");
    }
    return new HttpFigures(
        output.requestsPerSecond(),
        output.p50(),
        output.p99(),
        own.cores(),
        servers.cores(),
        null,
        null,
        output.failed());
  }

  private static Optional<PeerOutput> output(HttpCell cell, String printed) {
    return switch (cell.contender()) {
      case WRK -> PeerOutput.ofWrk(printed);
      case H2LOAD ->
          cell.part() == LoadPart.CLOSED
              ? PeerOutput.ofH2load(printed)
              : PeerOutput.ofH2load(printed, cell.folder().resolve(HttpPrograms.REQUESTS));
      case OHA -> PeerOutput.ofOha(printed);
      case JITTERLAB, AGAIN, BURSTS -> Optional.empty();
    };
  }

  private static LabException failed(LabProcess process, String what) {
    return LabException.failed(
            process.id(),
            what,
            "Run the bench again on a machine that is less busy; see the files in "
                + process.folder()
                + ".")
        .withDetails(process.lastWords());
  }

  private void sayDoing(HttpCell cell) {
    running.says(
        "round %d of %d, %s: %s"
            .formatted(
                cell.round(),
                plan.choice().rounds(),
                cell.part().word(),
                cell.contender().label()));
  }
}
