package dev.jitterlab.lab.size;

import dev.jitterlab.diagnosis.log.LogLine;
import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.collector.GcLog;
import dev.jitterlab.lab.collector.Recorded;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.MetricValues;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.run.Environment;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.size.SizeProbe.Fate;
import dev.jitterlab.lab.summary.Summary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What became of one server of a search, from its run directory. Stateless. */
public final class ProbeReader {
  private static final String ANSWERED = "load_answered_ratio";
  private static final double LEAST_ANSWERED = 0.95;

  /** A collector rounds the size that it is given, by whole regions at most. */
  private static final double ROUNDING = 0.2;

  private static final Pattern USING =
      Pattern.compile("Using (?:The )?(.*?)(?: Garbage Collector)?");
  private static final Pattern MOST = Pattern.compile("(?:Heap )?Max Capacity: (\\d+)([BKMG])");
  private static final int HEAD_LINES = 200;

  private ProbeReader() {}

  /**
   * Of a run that came to its end.
   *
   * @param server the id of the server, {@code group/number}
   * @throws LabException if the server did not take the heap that it was given
   */
  public static SizeProbe ended(
      int number, long heapBytes, String directory, RunDirectory run, String server) {
    Path folder = run.instance(server);
    requireHeap(folder, heapBytes);
    Summary summary = Json.read(run.summary(), Summary.class);
    Optional<String> printed = HeapDeath.printed(RunDirectory.stdout(folder));
    if (printed.isPresent()) {
      return dead(number, heapBytes, directory, folder, printed.orElseThrow());
    }
    Optional<Double> answered =
        summary.validity().checks().stream()
            .filter(check -> check.name().equals(ANSWERED) && check.value() != null)
            .map(Summary.Check::value)
            .findFirst();
    boolean behind = answered.isPresent() && answered.orElseThrow() < LEAST_ANSWERED;
    return new SizeProbe(
        number,
        heapBytes,
        behind ? Fate.BEHIND : Fate.LIVED,
        behind ? "it answered only " + Units.share(answered.orElseThrow()) + " of its load" : "",
        directory,
        figures(summary, run),
        collector(folder));
  }

  /**
   * Of a run that failed.
   *
   * @return empty if the failure says nothing of the heap
   */
  public static Optional<SizeProbe> failed(
      int number,
      long heapBytes,
      String directory,
      RunDirectory run,
      String server,
      LabException failure) {
    Path folder = run.instance(server);
    return failure.exitCode() == ExitCode.RUN_FAILED
        ? HeapDeath.sign(folder).map(why -> dead(number, heapBytes, directory, folder, why))
        : Optional.empty();
  }

  private static SizeProbe dead(
      int number, long heapBytes, String directory, Path folder, String why) {
    return new SizeProbe(number, heapBytes, Fate.DIED, why, directory, Map.of(), collector(folder));
  }

  private static Map<String, Double> figures(Summary summary, RunDirectory run) {
    Map<String, Double> figures = new TreeMap<>();
    MetricValues values = summary.groups().getFirst().metrics();
    for (Metric metric : Metrics.ofAll().all()) {
      Double value = metric.in(values);
      Double least = metric.atLeast(values);
      if (value != null) {
        figures.put(metric.key(), value);
      } else if (least != null) {
        figures.put(SizeProbe.atLeast(metric.key()), least);
      }
    }
    Environment environment = Json.read(run.environment(), Environment.class);
    figures.put(SizeAnswer.CORES, (double) environment.cores());
    return figures;
  }

  /** The largest heap as its log has it must be the one that was asked for. */
  private static void requireHeap(Path folder, long heapBytes) {
    if (!Files.isRegularFile(GcLog.file(folder))) {
      throw LabException.failed(
          "size",
          "the server wrote no log of collections, so it took no flags from JAVA_TOOL_OPTIONS",
          "Start a JVM (no native image), and let a script that starts it keep its environment.");
    }
    first(folder, MOST)
        .map(found -> Long.parseLong(found.group(1)) << (10 * "BKMG".indexOf(found.group(2))))
        .filter(most -> Math.abs(most / (double) heapBytes - 1) > ROUNDING)
        .ifPresent(
            most -> {
              throw LabException.failed(
                  "size",
                  "the server was given a heap of %s and has one of %s"
                      .formatted(Units.bytes(heapBytes), Units.bytes(most)),
                  "Something else sets -Xmx: write -Xmx${heap} there, in the command itself.");
            });
  }

  private static String collector(Path folder) {
    return first(folder, USING).map(found -> found.group(1)).orElse("");
  }

  private static Optional<Matcher> first(Path folder, Pattern message) {
    return Recorded.first(
        GcLog.file(folder),
        HEAD_LINES,
        text ->
            LogLine.parse(text)
                .map(line -> message.matcher(line.message()))
                .filter(Matcher::matches));
  }
}
