package dev.jitterlab.lab.collector;

import dev.jitterlab.diagnosis.log.LogLine;
import dev.jitterlab.diagnosis.log.LogPause;
import dev.jitterlab.lab.collector.Series.Point;
import dev.jitterlab.lab.ticks.Window;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * HotSpot's unified log of collections and safepoints, of every JVM that the lab starts.
 *
 * <p>{@link LogPause} says what a pause's line looks like. Times have a resolution of 1 ms.
 */
public final class GcLog extends BuiltIn {
  /** The file in a process's folder. */
  public static final String FILE = "gc.log";

  /** A pause, in seconds since the epoch, and the number of its collection. */
  private record Pause(double start, double seconds, int collection) {}

  /** Where a process has it. */
  public static Path file(Path processFolder) {
    return processFolder.resolve(FILE);
  }

  GcLog() {
    super(
        "gc_log",
        "The JVM's log of garbage collections and safepoints.",
        FILE,
        Attachment.SERVER,
        Attachment.LOAD,
        Attachment.CONTROL);
  }

  @Override
  public List<String> jvmArguments() {
    return List.of(
        "-Xlog:gc*,safepoint:file=%s:time,uptime,uptimenanos,level,tags:filecount=0"
            .formatted(FILE));
  }

  @Override
  public Optional<String> loss(Path processFolder, Window measured) {
    return Collector.isEmpty(file(processFolder))
        ? Optional.of("is missing or empty")
        : Optional.empty();
  }

  @Override
  public List<Series> series() {
    return List.of(
        new Series(
            "gc_pause_seconds",
            "s",
            "How long each pause of the garbage collector was, at its start.",
            GcLog::pauses));
  }

  private static List<Point> pauses(Recorded process) {
    Deque<Pause> pauses = new ArrayDeque<>();
    for (Pause pause : Recorded.lines(file(process.folder()), GcLog::pause)) {
      while (!pauses.isEmpty() && isWithin(pauses.getLast(), pause)) {
        pauses.removeLast();
      }
      pauses.add(pause);
    }
    return pauses.stream()
        .flatMap(pause -> process.at(pause.start(), pause.seconds()).stream())
        .toList();
  }

  /** A young collection that fails may hold a full one, whose line and number then come first. */
  private static boolean isWithin(Pause before, Pause pause) {
    return before.collection() > pause.collection() && before.start() >= pause.start();
  }

  private static Optional<Pause> pause(String text) {
    return LogLine.parse(text)
        .filter(line -> line.wallMs().isPresent())
        .flatMap(line -> LogPause.parse(line.message()).map(pause -> pause(line, pause)));
  }

  private static Pause pause(LogLine line, LogPause pause) {
    return new Pause(
        line.wallMs().orElseThrow() / 1e3 - pause.seconds(), pause.seconds(), pause.collection());
  }
}
