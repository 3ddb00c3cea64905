package dev.jitterlab.lab.collector;

import dev.jitterlab.diagnosis.log.LogCompilation;
import dev.jitterlab.diagnosis.log.LogLine;
import dev.jitterlab.lab.collector.Series.Point;
import dev.jitterlab.lab.jit.OptimisedCode;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * HotSpot's unified log of a server's compilations, some hundred bytes per compiled method. Its one
 * decoration is the wall clock in milliseconds, so that it can be laid beside the ticks. It is the
 * same from JDK 11 to 25, whereas the JFR event {@code jdk.Deoptimization} came with JDK 14.
 *
 * <p>{@link LogCompilation#isThrownAway} says what is counted.
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
                .mapToDouble(OptimisedCode::at))
        : List.of();
  }

  /**
   * Reads the deoptimisations of a log, in the order of time; none if there is no such file.
   *
   * @throws UncheckedIOException if it cannot be read
   */
  public static List<OptimisedCode> deoptimisations(Path log) {
    return Recorded.lines(log, JitLog::deoptimisation);
  }

  /**
   * Reads C2's compilations of whole methods, in the order of time; none if there is no such file.
   *
   * @throws UncheckedIOException if it cannot be read
   */
  public static List<OptimisedCode> optimisedCode(Path log) {
    return Recorded.lines(log, JitLog::optimised);
  }

  private static Optional<OptimisedCode> optimised(String text) {
    return code(text, code -> code.isStart() && code.isOptimised() && !code.osr());
  }

  /** Reads a line; empty for one that says something else. */
  static Optional<OptimisedCode> deoptimisation(String text) {
    return LogCompilation.saysNotEntrant(text) // most lines tell of compilations
        ? code(text, LogCompilation::isThrownAway)
        : Optional.empty();
  }

  private static Optional<OptimisedCode> code(String text, Predicate<LogCompilation> isWanted) {
    return LogLine.parse(text)
        .flatMap(
            line ->
                LogCompilation.parse(line.message())
                    .filter(isWanted)
                    .map(
                        code -> new OptimisedCode(seconds(line), code.method(), code.bytecodes())));
  }

  private static double seconds(LogLine line) {
    return line.wallMs().isPresent()
        ? line.wallMs().getAsLong() / 1e3
        : line.uptimeNs().orElseThrow() / 1e9;
  }
}
