package dev.jitterlab.lab.report.chart;

import dev.jitterlab.lab.report.html.Html;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How a group looks in every chart and legend: colour, dash and marker together, so that no two of
 * 36 groups look alike and colour alone never tells them apart. The colours themselves are CSS
 * variables ({@code --g0} to {@code --g5}), because they differ between light and dark.
 *
 * @param color number of the CSS variable
 * @param dash lengths of strokes and gaps; empty for a solid line
 * @param symbol the marker, as ECharts names it, or as an SVG path
 */
public record GroupStyle(int color, List<Integer> dash, String symbol) {
  private static final int COLORS = 6;
  private static final List<List<Integer>> DASHES =
      List.of(
          List.of(),
          List.of(7, 4),
          List.of(2, 3),
          List.of(9, 3, 2, 3),
          List.of(14, 4),
          List.of(4, 2, 1, 2, 1, 2));
  private static final List<String> SYMBOLS =
      List.of(
          "circle",
          "diamond",
          "triangle",
          "rect",
          "path://M0,0L10,0L5,9Z",
          "path://M3,0H7V3H10V7H7V10H3V7H0V3H3Z");

  public static GroupStyle of(int group) {
    int variant = group + group / COLORS;
    return new GroupStyle(
        group % COLORS, DASHES.get(variant % DASHES.size()), SYMBOLS.get(variant % SYMBOLS.size()));
  }

  /** A short line in the group's colour and dash, for legends and headings. */
  public void swatch(Html html) {
    String lengths = dash.stream().map(String::valueOf).collect(Collectors.joining(" "));
    html.open("svg", "class", "swatch", "viewBox", "0 0 28 8", "aria-hidden", "true")
        .open(
            "line",
            "x1",
            "0",
            "x2",
            "28",
            "y1",
            "4",
            "y2",
            "4",
            "style",
            "stroke:var(--g" + color + ")",
            "stroke-dasharray",
            lengths.isEmpty() ? null : lengths)
        .close()
        .close();
  }
}
