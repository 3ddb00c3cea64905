package dev.jitterlab.lab.collector;

import dev.jitterlab.lab.collector.Series.Point;
import dev.jitterlab.lab.ticks.Window;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * HotSpot's unified log of collections and safepoints, of every JVM that the lab starts.
 *
 * <p>A pause's line is written when it ends and has its duration last: {@code GC(3) Pause Young
 * (Normal) (G1 Evacuation Pause) 14M->9M(64M) 7.891ms}. The form is the same for all collectors of
 * JDK 11 to 25. Other lines are passed over. Times have a resolution of 1 ms.
 */
public final class GcLog extends BuiltIn {
  /** The file in a process's folder. */
  public static final String FILE = "gc.log";

  private static final Pattern PAUSE =
      Pattern.compile(
          "\\[([^]]+)].*] GC\\((\\d+)\\) (?:[YyO]: )?Pause .*?(\\d+[.,]\\d+)ms"); // y, Y, O: ZGC's

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSZ");

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
        "-Xlog:gc*,safepoint:file=%s:time,uptime,level,tags:filecount=0".formatted(FILE));
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

  private static Optional<Pause> pause(String line) {
    Matcher found = PAUSE.matcher(line);
    if (!found.matches()) {
      return Optional.empty();
    }
    OffsetDateTime end = OffsetDateTime.parse(found.group(1), TIME);
    double seconds = Double.parseDouble(found.group(3).replace(',', '.')) / 1e3;
    return Optional.of(
        new Pause(
            end.toEpochSecond() + end.get(ChronoField.MILLI_OF_SECOND) / 1e3 - seconds,
            seconds,
            Integer.parseInt(found.group(2))));
  }
}
