package dev.jitterlab.bench.sockets;

import dev.jitterlab.bench.BenchText;
import dev.jitterlab.bench.MedianInterval;
import dev.jitterlab.bench.sockets.SocketBenchResult.Overall;
import dev.jitterlab.bench.sockets.SocketBenchResult.Row;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.terminal.Terminal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The outcome of a bench of sockets as text: a table for each test and placement. Stateless. */
public final class SocketBenchTable {
  private SocketBenchTable() {}

  /** Renders the outcome; lines with a line feed at the end of each. */
  public static String render(SocketBenchResult result, Terminal terminal) {
    BenchText text = new BenchText(terminal);
    for (SocketBenchResult.Failure failure : result.leftOut()) {
      text.warning(
          "Left out: %s in %s%s: %s"
              .formatted(
                  failure.contender(), failure.test(), since(failure.round()), failure.reason()));
    }
    Map<String, Table> tables = new LinkedHashMap<>();
    Map<String, List<Overall>> overall =
        result.overall().stream()
            .collect(
                Collectors.groupingBy(Overall::placement, LinkedHashMap::new, Collectors.toList()));
    Map<String, List<Row>> rows =
        result.rows().stream()
            .collect(
                Collectors.groupingBy(
                    row -> row.test() + ", " + row.placement(),
                    LinkedHashMap::new,
                    Collectors.toList()));
    rows.forEach((title, ofTest) -> tables.put(title, table(ofTest)));
    overall.forEach(
        (placement, ofPlacement) -> {
          text.title("geometric mean of the four tests, " + placement);
          text.table(means(ofPlacement));
        });
    List<String> missing = text.tables(tables);
    text.gap();
    legend(result, missing).forEach(text::sentence);
    return text.toString();
  }

  /** From when on; where it was from the start, nothing. */
  private static String since(int round) {
    return round == 0
        ? " when system calls were counted"
        : round == 1 ? "" : " from round " + round + " on";
  }

  private static Table means(List<Overall> rows) {
    Table table = Table.of("").text("").number("scaled / C").number("throughput / C");
    rows.forEach(
        row ->
            table.row(List.of(row.contender(), row.ratioToC().text(), row.plainRatioToC().text())));
    return table;
  }

  private static Table table(List<Row> rows) {
    Table table =
        Table.of("")
            .text("")
            .number("scaled / C")
            .number("per second")
            .number("CPU client")
            .rank(2)
            .number("CPU server")
            .rank(2)
            .number("calls client")
            .rank(1)
            .number("calls server")
            .rank(1)
            .text("in use")
            .rank(3);
    for (Row row : rows) {
      SocketBenchResult.Calls calls = row.systemCalls();
      table.row(
          List.of(
              row.contender(),
              row.ratioToC() == null ? "1" : row.ratioToC().text(),
              Units.count(Math.round(row.operationsPerSecond())),
              Units.share(row.clientCpus()),
              Units.share(row.serverCpus()),
              calls == null ? Units.NONE : Units.number(calls.client().sum()),
              calls == null ? Units.NONE : Units.number(calls.server().sum()),
              row.transport()));
    }
    return table;
  }

  private static List<String> legend(SocketBenchResult result, List<String> missing) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "scaled: exchanges (of a stream: messages) per second ÷ mean CPU use of client and server;"
            + " / C: to the same figure of C in the same round");
    String confidence =
        result.rows().stream()
            .map(Row::ratioToC)
            .filter(one -> one != null)
            .min(Comparator.comparingDouble(MedianInterval::confidence)) // of fewer rounds, perhaps
            .filter(unused -> result.rounds() > 1)
            .map(
                one ->
                    "; ratios: median of the rounds (interval of at least "
                        + Units.share(one.confidence())
                        + ")")
            .orElse("");
    lines.add(
        "rounds: %d, measured %s in each after %s of warm-up%s"
            .formatted(
                result.rounds(),
                Units.seconds(result.measuredSeconds()),
                Units.seconds(result.warmupSeconds()),
                confidence));
    lines.add(
        "c-again is the program in C a second time: the distance of its ratio from 1 is the"
            + " machine's noise");
    if (result.systemCallsBy() != null) {
      lines.add("calls: system calls per exchange, by " + result.systemCallsBy());
    }
    if (!missing.isEmpty()) {
      lines.add("too narrow for: " + String.join(", ", missing) + " (--format json has all)");
    }
    return lines;
  }
}
