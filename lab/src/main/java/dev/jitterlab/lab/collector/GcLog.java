package dev.jitterlab.lab.collector;

import dev.jitterlab.diagnosis.log.LogBuffers;
import dev.jitterlab.diagnosis.log.LogHeap;
import dev.jitterlab.diagnosis.log.LogLine;
import dev.jitterlab.diagnosis.log.LogPause;
import dev.jitterlab.lab.collector.Series.Point;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import dev.jitterlab.lab.ticks.Window;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;

/**
 * HotSpot's unified log of collections and safepoints, of every JVM that the lab starts. With each
 * collection it has one line on the threads' allocation buffers, which HotSpot counts in any case.
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

  /** The series of how much of the time threads stood still. */
  public static final String PAUSED = "gc_paused_seconds";

  private static final double RESOLUTION_SECONDS = 1e-3;

  /** In the lines of a pause, and in few others. */
  private static final String PAUSE = "Pause ";

  /**
   * A pause as the log has it.
   *
   * @param start in seconds since the epoch
   */
  public record LoggedPause(double start, LogPause pause) {
    boolean isFull() {
      return pause.name().startsWith("Pause Full");
    }
  }

  /**
   * What the log says of allocation buffers.
   *
   * @param at the collection's time in seconds since the epoch
   * @param since what happened since the collection before
   */
  public record LoggedBuffers(double at, LogBuffers since) {}

  /**
   * The beginning or the end of a pause.
   *
   * @param at in seconds since the epoch
   */
  private record Mark(int collection, boolean isBeginning, double at) {}

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
        "-Xlog:gc*,gc+tlab=debug,safepoint:file=%s:time,uptime,uptimenanos,level,tags:filecount=0"
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
            process -> pauses(process, LoggedPause::isFull)),
        new Series(
            PAUSED,
            "s/s",
            "How long threads stood still for the garbage collector, each second.",
            GcLog::paused),
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

  private static List<Point> pauses(Recorded process, Predicate<LoggedPause> wanted) {
    return logged(process.folder()).stream()
        .filter(wanted)
        .flatMap(one -> process.at(one.start(), one.pause().seconds()).stream())
        .toList();
  }

  /**
   * Of whole seconds, also those without any; a pause counts in the second in which it began.
   * Before the log begins nobody knows whether there was one.
   */
  private static List<Point> paused(Recorded process) {
    double begun = Recorded.loggedFrom(file(process.folder())).orElse(Double.POSITIVE_INFINITY);
    double from = Math.max(begun, process.shown().from());
    List<Point> seconds =
        new ArrayList<>(
            process.perSecond(DoubleStream.empty()).stream()
                .filter(second -> process.measuredFrom() + second.at() >= from)
                .filter(second -> process.measuredFrom() + second.at() + 1 <= process.shown().to())
                .toList());
    if (seconds.isEmpty()) {
      return List.of();
    }
    double first = seconds.getFirst().at();
    for (Point pause : pauses(process, _ -> true)) {
      int second = (int) (Math.floor(pause.at()) - first);
      if (second >= 0 && second < seconds.size()) {
        Point so = seconds.get(second);
        seconds.set(second, new Point(so.at(), so.value() + pause.value()));
      }
    }
    return List.copyOf(seconds);
  }

  /** All pauses of a process, in their order; none where it has no log. */
  public static List<LoggedPause> logged(Path processFolder) {
    Deque<LoggedPause> pauses = new ArrayDeque<>();
    for (LoggedPause pause : Recorded.lines(file(processFolder), GcLog::pause)) {
      while (!pauses.isEmpty() && isWithin(pauses.getLast(), pause)) {
        pauses.removeLast();
      }
      pauses.add(pause);
    }
    return List.copyOf(pauses);
  }

  /**
   * Whether a process's log has all pauses of the measured time: it was begun by then, and it does
   * not end within a pause of that time. The length of a pause is logged when it ends, so a server
   * that is killed in a pause never logs it.
   */
  public static boolean isWhole(Path processFolder, MeasuredWindows measured) {
    Path log = file(processFolder);
    return Recorded.isLoggedFrom(log, measured.from()) && !endsWithinAPause(log, measured.to());
  }

  private static boolean endsWithinAPause(Path log, double begunBefore) {
    Map<Integer, Double> underWay = new HashMap<>();
    for (Mark mark : Recorded.lines(log, GcLog::mark)) {
      if (mark.isBeginning()) {
        underWay.put(mark.collection(), mark.at());
      } else {
        underWay.remove(mark.collection());
      }
    }
    return underWay.values().stream().anyMatch(at -> at < begunBefore);
  }

  private static Optional<Mark> mark(String text) {
    return text.contains(PAUSE)
        ? LogLine.parse(text).filter(line -> line.wallMs().isPresent()).flatMap(GcLog::markOf)
        : Optional.empty();
  }

  private static Optional<Mark> markOf(LogLine line) {
    double at = line.wallMs().orElseThrow() / 1e3;
    OptionalInt begun = LogPause.beginning(line);
    return begun.isPresent()
        ? Optional.of(new Mark(begun.getAsInt(), true, at))
        : LogPause.parse(line.message()).map(pause -> new Mark(pause.collection(), false, at));
  }

  /** All that the log says of allocation buffers, in its order; nothing where there is no log. */
  public static List<LoggedBuffers> buffers(Path processFolder) {
    return Recorded.lines(file(processFolder), GcLog::buffers);
  }

  private static Optional<LoggedBuffers> buffers(String text) {
    if (!LogBuffers.mayBe(text)) {
      return Optional.empty();
    }
    return LogLine.parse(text)
        .filter(line -> line.wallMs().isPresent())
        .flatMap(
            line ->
                LogBuffers.parse(line.message())
                    .map(since -> new LoggedBuffers(line.wallMs().orElseThrow() / 1e3, since)));
  }

  /**
   * A young collection that fails may hold a full one, whose line and number then come first. The
   * full one may seem to begin first, too: the times of lines are cut to milliseconds.
   */
  private static boolean isWithin(LoggedPause before, LoggedPause pause) {
    return before.isFull()
        && before.pause().collection() > pause.pause().collection()
        && before.pause().seconds() <= pause.pause().seconds()
        && before.start() >= pause.start() - RESOLUTION_SECONDS;
  }

  private static Optional<LoggedPause> pause(String text) {
    return LogLine.parse(text)
        .filter(line -> line.wallMs().isPresent())
        .flatMap(
            line ->
                LogPause.parse(line.message())
                    .map(
                        pause ->
                            new LoggedPause(
                                line.wallMs().orElseThrow() / 1e3 - pause.seconds(), pause)));
  }
}
