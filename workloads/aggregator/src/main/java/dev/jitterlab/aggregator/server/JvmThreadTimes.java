package dev.jitterlab.aggregator.server;

import dev.jitterlab.observer.Snapshots;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;

/**
 * CPU time of the JVM's own threads, by what they do: collect garbage, compile, share equal
 * strings. Read from /proc when scraped; zero where there is none. Of threads that have ended, what
 * they used is gone: the JVM keeps its own. Thread-safe.
 */
final class JvmThreadTimes implements MultiCollector {
  private static final double TICKS_A_SECOND = 100; // USER_HZ, which Linux promises

  private static final class Work {
    final String label;
    final Pattern names;

    Work(String label, String names) {
      this.label = label;
      this.names = Pattern.compile(names);
    }
  }

  private static final List<Work> KINDS =
      List.of(
          new Work("gc", "GC Thread.*|G1 .*|ParGC.*|Z.*Worker.*|Shenandoah.*|ZDriver.*|ZDirector"),
          new Work("jit", "C[12] Compiler.*"),
          new Work("string-deduplication", "Str(?:ing)?Dedup.*"));

  private final Path tasks;

  JvmThreadTimes(Path tasks) {
    this.tasks = tasks;
  }

  double seconds(Pattern names) {
    double ticks = 0;
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
      for (Path thread : threads) {
        ticks += ticks(thread, names);
      }
    } catch (IOException | UncheckedIOException | java.nio.file.DirectoryIteratorException e) {
      return 0; // not on Linux
    }
    return ticks / TICKS_A_SECOND;
  }

  private static double ticks(Path thread, Pattern names) {
    try {
      String stat = Files.readString(thread.resolve("stat"), StandardCharsets.ISO_8859_1);
      int open = stat.indexOf('(');
      int close = stat.lastIndexOf(')');
      if (!names.matcher(stat.substring(open + 1, close)).matches()) {
        return 0;
      }
      String[] fields = stat.substring(close + 2).split(" ", -1);
      return Double.parseDouble(fields[11]) + Double.parseDouble(fields[12]);
    } catch (IOException e) {
      return 0; // it has ended meanwhile
    }
  }

  @Override
  public MetricSnapshots collect() {
    ToDoubleFunction<Work> seconds = work -> seconds(work.names);
    return new MetricSnapshots(
        Snapshots.counter(
            "jitterlab_jvm_thread_cpu_seconds",
            "CPU time of the JVM's own threads, by what they do.",
            KINDS,
            work -> Labels.of("work", work.label),
            seconds));
  }
}
