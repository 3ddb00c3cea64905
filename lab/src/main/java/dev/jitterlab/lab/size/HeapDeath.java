package dev.jitterlab.lab.size;

import dev.jitterlab.diagnosis.log.LogLine;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.collector.GcLog;
import dev.jitterlab.lab.collector.GcLog.LoggedPause;
import dev.jitterlab.lab.collector.Recorded;
import dev.jitterlab.lab.run.RunDirectory;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a JVM tells that its heap is too small: by what it prints, or by its log of collections, when
 * it does little else than collect. Stateless.
 */
final class HeapDeath {
  /** Not the flags, which the JVM prints when it picks them up from the environment. */
  private static final Pattern OUT_OF_MEMORY =
      Pattern.compile("java\\.lang\\.(OutOfMemoryError(?:: [^\\r\\n]{1,80})?)");

  private static final Pattern REFUSED =
      Pattern.compile("(Too small (?:maximum|initial) heap.*|Java heap is too small.*)");

  private static final double LOOK_BACK_SECONDS = 10;
  private static final double LEAST_SECONDS = 2;
  private static final double MOSTLY = 0.6;

  private HeapDeath() {}

  /** The sign of a death in what the server printed and logged, in words. */
  static Optional<String> sign(Path serverFolder) {
    return printed(RunDirectory.stdout(serverFolder)).or(() -> thrashed(serverFolder));
  }

  /** The same, of what it printed only: a server that goes on after it has lost a thread. */
  static Optional<String> printed(Path output) {
    return first(output, OUT_OF_MEMORY)
        .or(() -> first(output, REFUSED).map(words -> "the JVM refuses so small a heap: " + words));
  }

  private static Optional<String> first(Path file, Pattern pattern) {
    return Recorded.first(
            file, Long.MAX_VALUE, line -> Optional.of(pattern.matcher(line)).filter(Matcher::find))
        .map(found -> found.group(1).strip());
  }

  /** Little else than pauses in the last seconds of its log. */
  private static Optional<String> thrashed(Path serverFolder) {
    List<Double> times =
        Recorded.lines(
            GcLog.file(serverFolder),
            text ->
                LogLine.parse(text)
                    .filter(line -> line.wallMs().isPresent())
                    .map(line -> line.wallMs().orElseThrow() / 1e3));
    if (times.isEmpty()) {
      return Optional.empty();
    }
    double end = times.getLast();
    double from = Math.max(times.getFirst(), end - LOOK_BACK_SECONDS);
    double paused =
        GcLog.logged(serverFolder).stream()
            .mapToDouble(one -> secondsSince(from, one))
            .filter(part -> part > 0)
            .sum();
    double seconds = end - from;
    return seconds >= LEAST_SECONDS && paused >= MOSTLY * seconds
        ? Optional.of(
            String.format(
                Locale.ROOT,
                "GC overhead: collections took %s of its last %.0f s",
                Units.share(Math.min(1, paused / seconds), 0),
                seconds))
        : Optional.empty();
  }

  /** How much of a pause was after a moment; not above 0 if it ended before. */
  private static double secondsSince(double from, LoggedPause one) {
    return Math.min(one.pause().seconds(), one.start() + one.pause().seconds() - from);
  }
}
