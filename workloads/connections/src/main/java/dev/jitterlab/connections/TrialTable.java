package dev.jitterlab.connections;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * What the servers of a trial say, a line each, and a last line for all of them. They fill one
 * after the other, so each one's slope of the machine's kernel memory is about its own connections.
 */
final class TrialTable {
  /** A server's metrics: the sum of the series whose lines begin so. */
  interface Server extends ToDoubleFunction<String> {}

  private static final String BYTES = "jitterlab_connection_bytes";

  private static final List<Column> COLUMNS =
      List.of(
          new Column("connections", "%.0f", Column.SUM, "jitterlab_connections "),
          new Column("heap/B", "%.0f", Column.MEAN, BYTES + "{part=\"heap\"}"),
          new Column("from", "%.0f", Column.LEAST, BYTES + "_low{part=\"heap\"}"),
          new Column("to", "%.0f", Column.GREATEST, BYTES + "_high{part=\"heap\"}"),
          new Column("outside/B", "%.0f", Column.MEAN, BYTES + "{part=\"outside\"}"),
          new Column("kernel/B", "%.0f", Column.MEAN, BYTES + "{part=\"kernel\"}"),
          new Column(
              "accepted/s", "%.0f", Column.MEAN, "jitterlab_connections_accepted_per_second "),
          new Column(
              "without/s",
              "%.0f",
              Column.MEAN,
              "jitterlab_connections_accepted_per_second_without_measuring "),
          new Column(
              "p99/s", "%.3f", Column.GREATEST, "jitterlab_broadcast_seconds{quantile=\"0.99\"}"),
          new Column(
              "broken",
              "%.0f",
              Column.SUM,
              "jitterlab_connections_refused_total{",
              "jitterlab_connections_closed_total{"));

  private static final List<String> LEGEND =
      List.of(
          "heap, outside, kernel: bytes that a connection adds; the heap's 95 % interval is from … to.",
          "accepted: connections a second; without: those without the pauses for measuring.",
          "p99: from the start of a broadcast until a client has read it. broken: refused or closed.");

  private TrialTable() {}

  /** The lines of the table; figures stand below the ends of their titles. */
  static List<String> of(List<? extends Server> servers) {
    List<String> lines = new ArrayList<>();
    StringBuilder titles = new StringBuilder("server");
    COLUMNS.forEach(column -> titles.append("  ").append(column.title));
    lines.add(titles.toString());
    for (int i = 0; i < servers.size(); i++) {
      Server server = servers.get(i);
      lines.add(line("" + (i + 1), column -> column.of(server)));
    }
    if (servers.size() > 1) {
      lines.add(line("all", column -> column.ofAll(servers)));
    }
    lines.addAll(LEGEND);
    return lines;
  }

  private static String line(String name, ToDoubleFunction<Column> figures) {
    StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%6s", name));
    for (Column column : COLUMNS) {
      String figure = String.format(Locale.ROOT, column.format, figures.applyAsDouble(column));
      line.append("  ").append(" ".repeat(Math.max(0, column.title.length() - figure.length())));
      line.append(figure);
    }
    return line.toString();
  }

  /** A figure of each server, and how those of several become one. */
  private static final class Column {
    static final ToDoubleFunction<double[]> SUM = figures -> Arrays.stream(figures).sum();
    static final ToDoubleFunction<double[]> MEAN =
        figures -> Arrays.stream(figures).average().orElse(0);
    static final ToDoubleFunction<double[]> LEAST =
        figures -> Arrays.stream(figures).min().orElse(0);
    static final ToDoubleFunction<double[]> GREATEST =
        figures -> Arrays.stream(figures).max().orElse(0);

    private final String title;
    private final String format;
    private final ToDoubleFunction<double[]> together;
    private final List<String> series;

    Column(String title, String format, ToDoubleFunction<double[]> together, String... series) {
      this.title = title;
      this.format = format;
      this.together = together;
      this.series = List.of(series);
    }

    double of(Server server) {
      return series.stream().mapToDouble(server).sum();
    }

    double ofAll(List<? extends Server> servers) {
      return together.applyAsDouble(servers.stream().mapToDouble(this::of).toArray());
    }
  }
}
