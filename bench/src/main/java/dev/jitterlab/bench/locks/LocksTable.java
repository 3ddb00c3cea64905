package dev.jitterlab.bench.locks;

import dev.jitterlab.bench.BenchText;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.terminal.Terminal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The outcome of a bench of locks as text: a table for each case, and the front. Stateless. */
public final class LocksTable {
  private static final double NS_PER_SECOND = 1e9;

  private LocksTable() {}

  /** Renders the outcome; lines with a line feed at the end of each. */
  public static String render(LocksResult result, Terminal terminal) {
    BenchText text = new BenchText(terminal);
    Map<String, Table> tables = new LinkedHashMap<>();
    for (LocksResult.Row row : result.rows()) {
      tables
          .computeIfAbsent(where(row.threads(), row.sectionNs()), _ -> table())
          .row(
              List.of(
                  row.lock(),
                  Units.count(Math.round(row.acquisitionsPerSecond())),
                  shown(row.throughput()),
                  Units.seconds(row.waitP999Seconds()),
                  shown(row.waitP999()),
                  secondsOrNone(row.boundSeconds()),
                  secondsOrNone(row.waitP9999Seconds()),
                  Units.seconds(row.longestWaitSeconds())));
    }
    List<String> leftOut = text.tables(tables);
    text.title("the bounded lock at its best k");
    Table front = Table.of("").text("").text("lock").text("target");
    for (LocksResult.Best best : result.front()) {
      front.row(
          List.of(
              where(best.threads(), best.sectionNs()),
              best.lock(),
              best.target() ? "reached" : "missed"));
    }
    text.table(front);
    text.gap();
    text.sentence(
        "Ratios are to the unfair ReentrantLock in the same rounds; in brackets the 95 % interval"
            + " over "
            + result.rounds()
            + " JVMs each. The bound is (threads - 1)(k + 1) acquisitions at the lock's own pace."
            + " The target: 0.9 of the unfair lock's throughput, and a p99.9 wait within the bound"
            + " and below the unfair lock's. A p99.99 is given where each JVM recorded 100,000"
            + " waits or more.");
    if (!leftOut.isEmpty()) {
      text.sentence("No room for: " + String.join(", ", leftOut) + ".");
    }
    return text.toString();
  }

  private static Table table() {
    return Table.of("")
        .text("")
        .number("acquisitions/s")
        .rank(2)
        .number("to unfair")
        .number("wait p99.9")
        .number("to unfair's")
        .number("bound")
        .rank(1)
        .number("wait p99.99")
        .rank(4)
        .number("longest")
        .rank(3);
  }

  private static String where(int threads, int sectionNs) {
    return "%d threads, sections of %s"
        .formatted(threads, Units.seconds(sectionNs / NS_PER_SECOND));
  }

  private static String secondsOrNone(Double seconds) {
    return seconds == null ? Units.NONE : Units.seconds(seconds);
  }

  private static String shown(LocksResult.Ratio ratio) {
    return ratio == null
        ? Units.NONE
        : BenchText.interval(ratio.ratio(), ratio.low(), ratio.high());
  }
}
