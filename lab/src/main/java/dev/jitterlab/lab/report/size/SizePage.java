package dev.jitterlab.lab.report.size;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.report.chart.Axis;
import dev.jitterlab.lab.report.chart.Chart;
import dev.jitterlab.lab.report.chart.ChartSeries;
import dev.jitterlab.lab.report.chart.Point;
import dev.jitterlab.lab.report.chart.Segment;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.page.ReportPage;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.size.SizeAnswer;
import dev.jitterlab.lab.size.SizeAnswer.CurvePoint;
import dev.jitterlab.lab.size.SizeAnswer.Size;
import dev.jitterlab.lab.size.SizeAnswer.Spread;
import dev.jitterlab.lab.size.SizeProbe;
import dev.jitterlab.lab.size.SizeState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;

/** A search for heap sizes as one HTML file that opens offline, made as the report is. */
public final class SizePage {
  private static final String MEASURED = "measured";

  private SizePage() {}

  /** Renders the page. */
  public static String render(SizeState state, SizeAnswer answer) {
    Html html = ReportPage.begin("How much heap?", "Jitterlab size");
    List<String> sentences = SizeWords.answer(answer);
    html.element("p", sentences.getFirst(), "class", "verdict");
    html.closeLine();
    ReportPage.section(html, "answer", "The answer");
    html.open("ul");
    sentences.stream().skip(1).forEach(sentence -> html.element("li", sentence));
    answer.warnings().forEach(warning -> html.element("li", warning));
    html.close()
        .lead(
            "%sUnder %s; %s; the heap went through %s."
                .formatted(
                    answer.collector().isEmpty() ? "" : "Collector: " + answer.collector() + ". ",
                    state.load(),
                    Units.count(answer.runs(), "server"),
                    state.through()));
    html.open("details").element("summary", "The command");
    html.element("p", state.command()).close();
    html.closeLine();
    cost(html, answer);
    spread(
        html,
        answer,
        "response",
        "Response times",
        "p99 of the response time, one dot a size: the mean of its runs, with the lowest and the"
            + " highest.",
        Size::p99Seconds,
        SizeWords.notDrawn(answer));
    spread(
        html,
        answer,
        "pauses",
        "Pauses",
        "The longest pause of the collector, one dot a size: the mean of its runs, with the lowest"
            + " and the highest.",
        Size::longestPauseSeconds,
        Optional.empty());
    sizes(html, answer);
    runs(html, state);
    return ReportPage.end(html, List.of(MEASURED));
  }

  private static Axis heapAxis() {
    return Axis.of("bytes").title("largest heap (-Xmx)").log();
  }

  private static void cost(Html html, SizeAnswer answer) {
    ReportPage.section(
        html,
        "cost",
        "What the collector costs",
        "CPU time of the collector's threads, in cores. A dot is the mean of a size's runs, its"
            + " line the lowest and the highest. The curve is the model, and the coloured band its"
            + " 95 % interval, as far as the chart reaches. Left of the line \"dies\" the server"
            + " dies. Left of the line \"falls behind\" it does not keep up with its load.");
    Chart chart = chart("cost", heapAxis(), Axis.of("number").title("cores").from(0), answer);
    if (answer.model() != null) {
      List<CurvePoint> curve = answer.model().curve();
      chart
          .add(band(curve).style("95 % interval", "g1", 1))
          .add(line(curve).style("model", "ink", 2));
    }
    dots(chart, answer, Size::gcCores, Units::number)
        .large()
        .write(html, "The collector's CPU time by heap size; the figures are in the table below");
    html.closeLine();
  }

  private static ChartSeries band(List<CurvePoint> curve) {
    return ChartSeries.band(
        curve.stream()
            .map(
                point -> {
                  double heap = (double) point.heapBytes();
                  return new Segment(heap, point.low(), heap, point.high());
                })
            .toList());
  }

  private static ChartSeries line(List<CurvePoint> curve) {
    return ChartSeries.line(
        curve.stream().map(point -> new Point((double) point.heapBytes(), point.cores())).toList());
  }

  private static Chart chart(String id, Axis x, Axis y, SizeAnswer answer) {
    Chart chart = Chart.of("size " + id, x, y);
    if (answer.diesBytes() != null) {
      chart.ruleAt(answer.diesBytes().doubleValue(), "dies", "bad");
    }
    if (answer.behindBytes() != null) {
      chart.ruleAt(answer.behindBytes().doubleValue(), "falls behind", "bad");
    }
    if (answer.limit() != null && answer.limit().holdsBytes() != null) {
      chart.ruleAt(answer.limit().holdsBytes().doubleValue(), "holds the limit", "good");
    }
    return chart;
  }

  private static Chart dots(
      Chart chart, SizeAnswer answer, Function<Size, Spread> figure, DoubleFunction<String> words) {
    List<Point> dots = new ArrayList<>();
    List<Segment> lines = new ArrayList<>();
    List<List<String>> tips = new ArrayList<>();
    for (Size size : answer.sizes()) {
      Spread spread = figure.apply(size);
      if (spread != null) {
        double heap = (double) size.heapBytes();
        dots.add(new Point(heap, spread.mean()));
        lines.add(new Segment(heap, spread.least(), heap, spread.most()));
        tips.add(
            List.of(
                Units.bytes(size.heapBytes()),
                "%s (%s to %s)"
                    .formatted(
                        words.apply(spread.mean()),
                        words.apply(spread.least()),
                        words.apply(spread.most()))));
      }
    }
    return chart
        .add(ChartSeries.segments(lines).group(0))
        .add(ChartSeries.dots(dots).group(0).tips(tips));
  }

  private static void spread(
      Html html,
      SizeAnswer answer,
      String id,
      String title,
      String lead,
      Function<Size, Spread> figure,
      Optional<String> notDrawn) {
    if (answer.sizes().stream().noneMatch(size -> figure.apply(size) != null)) {
      return;
    }
    ReportPage.section(html, id, title, lead);
    dots(
            chart(id, heapAxis(), Axis.of("seconds").logWhereWide(), answer),
            answer,
            figure,
            Units::seconds)
        .write(html, title + " by heap size; the figures are in the table below");
    notDrawn.ifPresent(html::note);
    html.closeLine();
  }

  private static void sizes(Html html, SizeAnswer answer) {
    ReportPage.section(html, "sizes", "The sizes");
    html.open("div", "class", "wide", "tabindex", "0", "role", "region", "aria-label", "Sizes");
    Table table = Table.of(SizeWords.CAPTION).text(SizeWords.titles().getFirst());
    SizeWords.titles().stream().skip(1).forEach(table::number);
    for (Size size : answer.sizes()) {
      table.row(SizeWords.cells(size));
    }
    table.write(html);
    html.close()
        .lead(
            "“Above ideal” is the server's CPU time beyond the least that any run had outside its"
                + " collector: a lower bound of what the collector costs.");
    html.closeLine();
  }

  private static void runs(Html html, SizeState state) {
    ReportPage.section(html, "runs", "The runs");
    Table table =
        Table.of("Every server, in the order in which they ran")
            .text("Run")
            .text("Heap", "heap")
            .text("What became of it");
    for (SizeProbe probe : state.probes()) {
      table.row(
          probe.directory(),
          Units.bytes(probe.heapBytes()),
          switch (probe.fate()) {
            case LIVED -> "lived";
            case BEHIND -> "fell behind: " + probe.why();
            case DIED -> "died: " + probe.why();
          });
    }
    table.write(html);
    html.closeLine();
  }
}
