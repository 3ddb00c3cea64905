package dev.jitterlab.http;

import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * For how long the JIT compilers of this program have worked. On Linux it is the CPU time of their
 * threads, also of those that have ended since it was asked for the first time: a JVM ends idle
 * ones and starts others. Elsewhere it is what the JVM says, which counts a compilation when it has
 * ended only, and one can take a second. For one thread.
 */
final class CompilerTime implements LongSupplier {
  private static final Path OWN_THREADS = Path.of("/proc/self/task");

  /** Linux cuts the names of threads after 15 bytes. */
  private static final String COMPILER = "C[12] Compiler.*|JVMCI(-native)? Co.*";

  private final Path threads;

  /** By the thread's folder, also of threads that have ended. */
  private final Map<Path, Long> ns = new HashMap<>();

  CompilerTime() {
    this(OWN_THREADS);
  }

  /**
   * As without an argument.
   *
   * @param threads the folder of the program's threads, as Linux has it
   */
  CompilerTime(Path threads) {
    this.threads = threads;
  }

  /** Returns it in milliseconds; always 0 where nobody says. */
  @Override
  public long getAsLong() {
    lookAtThreads();
    return ns.isEmpty()
        ? ofJvm()
        : TimeUnit.NANOSECONDS.toMillis(ns.values().stream().mapToLong(Long::longValue).sum());
  }

  private void lookAtThreads() {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(threads)) {
      for (Path thread : all) {
        ofThread(thread).ifPresent(own -> ns.merge(thread, own, Math::max));
      }
    } catch (IOException | DirectoryIteratorException e) {
      return; // the system has no such files
    }
  }

  /** Empty of a thread that is no compiler's, or has ended. */
  private static OptionalLong ofThread(Path thread) {
    try {
      return text(thread.resolve("comm")).matches(COMPILER)
          ? OptionalLong.of(Long.parseLong(text(thread.resolve("schedstat")).split(" ", -1)[0]))
          : OptionalLong.empty();
    } catch (IOException | NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.US_ASCII).trim();
  }

  private static long ofJvm() {
    CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
    return compilers == null || !compilers.isCompilationTimeMonitoringSupported()
        ? 0
        : compilers.getTotalCompilationTime();
  }
}
