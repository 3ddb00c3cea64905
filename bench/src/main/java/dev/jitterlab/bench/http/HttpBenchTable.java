package dev.jitterlab.bench.http;

import dev.jitterlab.bench.BenchText;
import dev.jitterlab.bench.MedianInterval;
import dev.jitterlab.bench.http.HttpBenchResult.Agreement;
import dev.jitterlab.bench.http.HttpBenchResult.Row;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.terminal.Terminal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The outcome of a bench of HTTP load as text: a table for each part, and what they say. */
public final class HttpBenchTable {
  private HttpBenchTable() {}

  /** Renders the outcome; lines with a line feed at the end of each. */
  public static String render(HttpBenchResult result, Terminal terminal) {
    BenchText text = new BenchText(terminal);
    warnings(result).forEach(text::warning);
    Table closed = closed(rows(result, LoadPart.CLOSED));
    Table half = halfLoad(rows(result, LoadPart.HALF_LOAD), result.setting().rate());
    List<String> narrow = Table.fit(List.of(closed, half), terminal);
    text.title("closed: as fast as %d connections go".formatted(result.connections()));
    text.table(closed);
    text.title("half load: %s requests a second".formatted(Units.count(result.setting().rate())));
    text.table(half);
    text.gap();
    sentences(result, narrow).forEach(text::sentence);
    return text.toString();
  }

  private static List<Row> rows(HttpBenchResult result, LoadPart part) {
    return result.rows().stream().filter(row -> row.part().equals(part.word())).toList();
  }

  private static List<String> warnings(HttpBenchResult result) {
    List<String> lines = new ArrayList<>();
    if (!result.setting().missing().isEmpty()) {
      lines.add(
          "Not on this machine: "
              + result.setting().missing().stream()
                  .map(one -> one.program() + " (" + one.install() + ")")
                  .collect(Collectors.joining(", "))
              + ".");
    }
    result
        .leftOut()
        .forEach(
            one ->
                lines.add(
                    "Left out: %s, %s%s: %s"
                        .formatted(
                            one.generator(),
                            one.part(),
                            one.round() > 1 ? " from round " + one.round() + " on" : "",
                            one.reason())));
    return lines;
  }

  private static Table closed(List<Row> rows) {
    Table table =
        Table.of("")
            .text("")
            .number("per second")
            .number("per core")
            .number("per core / jitterlab")
            .number("bottleneck")
            .number("cores")
            .rank(1)
            .number("server's")
            .rank(1)
            .number("p50")
            .rank(2)
            .number("p99")
            .rank(2);
    rows.forEach(
        row ->
            table.row(
                List.of(
                    row.generator(),
                    Units.count(Math.round(row.requestsPerSecond())),
                    Units.count(Math.round(row.perCore())),
                    shown(row.perCoreRatio()),
                    row.bottleneck(),
                    two(row.cores()),
                    two(row.serverCores()),
                    seconds(row.p50()),
                    seconds(row.p99()))));
    return table;
  }

  private static Table halfLoad(List<Row> rows, int rate) {
    Table table =
        Table.of("")
            .text("")
            .number("p50")
            .number("/ jitterlab")
            .number("p99")
            .number("/ jitterlab")
            .number("of the rate")
            .rank(1)
            .number("late p50")
            .rank(1)
            .number("late p99")
            .rank(1)
            .number("cores")
            .rank(2)
            .text("counts from")
            .rank(2);
    rows.forEach(
        row ->
            table.row(
                List.of(
                    row.generator(),
                    seconds(row.p50()),
                    shown(row.p50Ratio()),
                    seconds(row.p99()),
                    shown(row.p99Ratio()),
                    Units.share(row.requestsPerSecond() / Math.max(1, rate)),
                    seconds(row.latenessP50()),
                    seconds(row.latenessP99()),
                    two(row.cores()),
                    row.countsFrom())));
    return table;
  }

  private static String two(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  private static String seconds(Double value) {
    return value == null ? Units.NONE : Units.seconds(value);
  }

  private static String shown(MedianInterval figure) {
    return figure == null ? "1" : figure.text();
  }

  private static List<String> sentences(HttpBenchResult result, List<String> narrow) {
    List<String> lines = new ArrayList<>();
    HttpBenchResult.Target target = result.target();
    lines.add(
        "Jitterlab sends %s requests a second from one core; the target is %s: %s. %s"
            .formatted(
                Units.count(Math.round(target.requestsPerSecond())),
                Units.count(Math.round(HttpBenchResult.TARGET)),
                target.reached() ? "reached" : "missed",
                switch (target.bottleneck()) {
                  case "generator" -> "The generator is the bottleneck.";
                  case "server" -> "The server is the bottleneck: the generator could send more.";
                  default -> "Neither the generator nor the server used its core to the full.";
                }));
    for (Agreement one : result.agreements()) {
      lines.add(
          "At half load %s's p50 %s that of %s: %s times. Its p99 %s it: %s times (margin: %s)."
              .formatted(
                  one.generator(),
                  verb(one.p50()),
                  one.reference(),
                  one.p50Ratio().text(),
                  verb(one.p99()),
                  one.p99Ratio().text(),
                  Units.share(HttpBenchResult.MARGIN)));
    }
    if (result.agreements().stream().allMatch(one -> one.generator().startsWith("jitterlab"))) {
      lines.add(
          "No other generator here keeps a rate, so nothing confirms Jitterlab's response times.");
    }
    lines.add(
        "Jitterlab's response times count from when a request was due, so they contain how late the"
            + " generator was (late p50, p99). Times that count from when it was sent do not: they"
            + " hide that a generator is late or waits for a connection. h2load sends on a"
            + " connection only after the previous answer.");
    lines.add(
        "server: %s%s; rounds: %d, measured %s in each; figures are medians of the rounds%s; cores:"
                .formatted(
                    result.setting().server(),
                    result.setting().pinned() ? ", a CPU each for it and the generator" : "",
                    result.rounds(),
                    Units.seconds(result.secondsPerRound()),
                    confidence(result))
            + " CPU use; jitterlab-again is Jitterlab's generator a second time: the distance of"
            + " its ratios from 1 is the machine's noise; jitterlab-bursts sends %d requests at once"
                .formatted(result.connections()));
    if (!result.setting().pinned()) {
      lines.add("Server and generator share CPUs. With taskset and two CPUs each gets one.");
    }
    result.rows().stream()
        .filter(row -> row.failed() != null && row.failed() > 0)
        .forEach(
            row ->
                lines.add(
                    "%s, %s: %d requests failed"
                        .formatted(row.generator(), row.part(), row.failed())));
    if (!narrow.isEmpty()) {
      lines.add("too narrow for: " + String.join(", ", narrow) + " (--format json has all)");
    }
    return lines;
  }

  private static String verb(String agreement) {
    return switch (agreement) {
      case "agree" -> "agrees with";
      case "differ" -> "differs from";
      default -> "may or may not differ from";
    };
  }

  private static String confidence(HttpBenchResult result) {
    return result.rows().stream()
        .map(Row::perCoreRatio)
        .filter(one -> one != null && result.rounds() > 1)
        .min(Comparator.comparingDouble(MedianInterval::confidence)) // of fewer rounds, perhaps
        .map(one -> ", in brackets the interval of at least " + Units.share(one.confidence()))
        .orElse("");
  }
}
