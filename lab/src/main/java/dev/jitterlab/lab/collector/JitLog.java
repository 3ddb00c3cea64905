package dev.jitterlab.lab.collector;

import dev.jitterlab.lab.collector.Series.Point;
import dev.jitterlab.lab.jit.Deoptimisation;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * HotSpot's unified log of a server's compilations, some hundred bytes per compiled method. Its one
 * decoration is the wall clock in milliseconds, so that it can be laid beside the ticks. It is the
 * same from JDK 11 to 25, whereas the JFR event {@code jdk.Deoptimization} came with JDK 14.
 *
 * <p>Counted is optimised code (level 4, C2) that was made not entrant. Code of the other levels is
 * made not entrant by its successor, in the normal course of things. JDK 25 names the reason, and
 * those by which one optimised version follows another are left out; older JDKs do not, and there
 * the count may be a little higher.
 */
public final class JitLog extends BuiltIn {
  /** Optimised code of tick methods that was thrown away, per second. */
  public static final Series DEOPTIMISATIONS =
      new Series(
          "jit_deoptimisations",
          "1/s",
          "How often optimised code of the tick's methods was thrown away in each second.",
          JitLog::ofTicks);

  private static final String FILE = "jit.log";
  private static final String EVENT = "made not entrant";

  private static final Pattern NOT_ENTRANT =
      Pattern.compile(
          "\\[(\\d+)ms\\] +\\d+ +[%sbn! ]*(?:([1-4]) +)?(\\S+::\\S+) (?:@ -?\\d+ )?\\((\\d+)"
              + " bytes\\) +"
              + EVENT
              + "(?:: (.*))?");

  private static final String OPTIMISED = "4";

  /** Where a process has it. */
  public static Path file(Path processFolder) {
    return processFolder.resolve(FILE);
  }

  JitLog() {
    super(
        "jit_log",
        "The JVM's log of compilations, and of optimised code that it threw away.",
        FILE,
        Attachment.SERVER);
  }

  @Override
  public List<String> jvmArguments() {
    return List.of("-Xlog:jit+compilation=debug:file=%s:timemillis:filecount=0".formatted(FILE));
  }

  @Override
  public List<Series> series() {
    return List.of(DEOPTIMISATIONS);
  }

  private static List<Point> ofTicks(Recorded process) {
    Path log = file(process.folder());
    return Files.isRegularFile(log)
        ? process.perSecond(
            deoptimisations(log).stream()
                .filter(one -> one.isIn(process.tickPackages()))
                .mapToDouble(Deoptimisation::at))
        : List.of();
  }

  /**
   * Reads the deoptimisations of a log, in the order of time; none if there is no such file.
   *
   * @throws UncheckedIOException if it cannot be read
   */
  public static List<Deoptimisation> deoptimisations(Path log) {
    return Recorded.lines(log, JitLog::deoptimisation);
  }

  /** Reads a line; empty for one that says something else. */
  static Optional<Deoptimisation> deoptimisation(String line) {
    if (!line.contains(EVENT)) { // most lines tell of compilations
      return Optional.empty();
    }
    Matcher found = NOT_ENTRANT.matcher(line);
    if (!found.lookingAt() || !isOptimised(found.group(2)) || isReplaced(found.group(5))) {
      return Optional.empty();
    }
    return Optional.of(
        new Deoptimisation(
            Long.parseLong(found.group(1)) / 1e3,
            found.group(3),
            Integer.parseInt(found.group(4))));
  }

  /** Without tiered compilation a JVM has C2 alone, and names no level. */
  private static boolean isOptimised(String level) {
    return level == null || level.equals(OPTIMISED);
  }

  private static boolean isReplaced(String reason) {
    return reason != null
        && (reason.startsWith("not used") || reason.startsWith("OSR invalidation"));
  }
}
