package dev.jitterlab.lab.collector;

import dev.jitterlab.diagnosis.log.LogHeap;
import dev.jitterlab.diagnosis.log.LogLine;
import dev.jitterlab.diagnosis.log.LogPause;
import dev.jitterlab.lab.collector.Series.Point;
import dev.jitterlab.lab.ticks.Window;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * HotSpot's unified log of collections and safepoints, of every JVM that the lab starts.
 *
 * <p>{@link LogPause} says what a pause's line looks like. Times have a resolution of 1 ms.
 */
public final class GcLog extends BuiltIn {
  /** The file in a process's folder. */
  public static final String FILE = "gc.log";

  /** The series of all pauses. */
  public static final String PAUSES = "gc_pause_seconds";

  /** The series of the pauses of full collections. */
  public static final String FULL = "gc_full_pause_seconds";

  /** The series of what collections left in the heap. */
  public static final String HEAP_AFTER = "gc_heap_after_bytes";

  /** A pause, in seconds since the epoch, and the number of its collection. */
  private record Pause(double start, double seconds, int collection, boolean full) {}

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
            PAUSES,
            "s",
            "How long each pause of the garbage collector was, at its start.",
            process -> pauses(process, _ -> true)),
        new Series(
            FULL,
            "s",
            "How long each pause of a full collection was, at its start.",
            process -> pauses(process, Pause::full)),
        new Series(
            HEAP_AFTER,
            "B",
            "How much of the heap was in use after each collection.",
            GcLog::heapAfter));
  }

  private static List<Point> heapAfter(Recorded process) {
    return Recorded.lines(file(process.folder()), LogLine::parse).stream()
        .filter(line -> line.wallMs().isPresent())
        .flatMap(
            line ->
                LogHeap.parse(line).stream()
                    .flatMap(
                        heap ->
                            process
                                .at(line.wallMs().orElseThrow() / 1e3, (double) heap.afterBytes())
                                .stream()))
        .toList();
  }

  private static List<Point> pauses(Recorded process, Predicate<Pause> wanted) {
    Deque<Pause> pauses = new ArrayDeque<>();
    for (Pause pause : Recorded.lines(file(process.folder()), GcLog::pause)) {
      while (!pauses.isEmpty() && isWithin(pauses.getLast(), pause)) {
        pauses.removeLast();
      }
      pauses.add(pause);
    }
    return pauses.stream()
        .filter(wanted)
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
        line.wallMs().orElseThrow() / 1e3 - pause.seconds(),
        pause.seconds(),
        pause.collection(),
        pause.name().startsWith("Pause Full"));
  }
}
