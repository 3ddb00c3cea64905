package dev.jitterlab.lab.report.text;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.view.EventLanes;
import dev.jitterlab.diagnosis.view.LateOverTime;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.terminal.Terminal;
import dev.jitterlab.lab.terminal.TextWidth;
import dev.jitterlab.lab.terminal.TextWrap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The views of causes in characters, each as wide as the terminal at most. Immutable. */
record CausePlots(Terminal terminal) {
  private static final int MOST_NAME = 26;
  private static final int LEAST_PLOT = 16;
  private static final String GAP = "  ";

  /** Unexplained time, in every bar. */
  private static final char OPEN = '.';

  private static final String UNICODE_LEVELS = " ▁▂▃▄▅▆▇█";
  private static final String ASCII_LEVELS = " .:-=+*#@";

  /** A letter for each cause, the largest first; unexplained time has a dot. */
  static Map<String, Character> letters(Map<String, Double> seconds) {
    Map<String, Character> letters = new LinkedHashMap<>();
    char next = 'a';
    for (String cause : seconds.keySet()) {
      letters.put(cause, cause.equals(Cause.UNEXPLAINED.id()) ? OPEN : next++);
    }
    return letters;
  }

  /** A bar as long as all late time, of the causes' letters. */
  String budget(Map<String, Double> seconds) {
    double all = seconds.values().stream().mapToDouble(Double::doubleValue).sum();
    int width = terminal.width() - 2;
    char[] cells = new char[width];
    Arrays.fill(cells, OPEN);
    Map<String, Character> letters = letters(seconds);
    double from = 0;
    for (Map.Entry<String, Double> one : seconds.entrySet()) {
      double to = from + one.getValue() / all;
      Arrays.fill(
          cells,
          cell(from, width),
          Math.max(cell(from, width), cell(to, width)),
          letters.get(one.getKey()));
      from = to;
    }
    return "[" + new String(cells) + "]";
  }

  private static int cell(double share, int width) {
    return Math.clamp(Math.round(share * width), 0, width);
  }

  /** A line of each of the group's causes, the higher the more late time was due then. */
  List<String> overTime(LateOverTime over, Map<String, Character> letters) {
    double from = over.steps().getFirst().at();
    double to = over.steps().getLast().at() + over.stepSeconds();
    int steps = (int) Math.round((to - from) / over.stepSeconds());
    int width = Math.min(steps, terminal.width() - 4);
    if (width < 2) {
      return List.of();
    }
    Map<String, double[]> sums = new LinkedHashMap<>();
    letters.keySet().forEach(cause -> sums.put(cause, new double[width]));
    for (LateOverTime.Step step : over.steps()) {
      int cell = Math.min(width - 1, (int) ((step.at() - from) / (to - from) * width));
      Map<String, Double> seconds = step.secondsByCause();
      sums.forEach((cause, values) -> values[cell] += seconds.getOrDefault(cause, 0.0));
    }
    double highest = sums.values().stream().flatMapToDouble(Arrays::stream).max().orElse(0);
    List<String> lines = new ArrayList<>();
    sums.forEach(
        (cause, values) -> {
          String line = levels(values, highest).stripTrailing();
          if (!line.isEmpty()) {
            lines.add(letters.get(cause) + " " + line);
          }
        });
    String axis = TextWrap.ends(Units.number(from) + " s", Units.number(to) + " s", width);
    lines.add(terminal.dim("  " + axis));
    return lines;
  }

  private String levels(double[] values, double highest) {
    String levels = terminal.unicode() ? UNICODE_LEVELS : ASCII_LEVELS;
    StringBuilder line = new StringBuilder();
    for (double value : values) {
      int level =
          value <= 0 || highest <= 0
              ? 0
              : Math.max(1, (int) Math.ceil(value / highest * (levels.length() - 1)));
      line.append(levels.charAt(level));
    }
    return line.toString();
  }

  /** A row of each lane, on one axis; none where there is too little room. */
  List<String> lanes(Causes.LateEvent event, EventLanes lanes) {
    int name =
        Math.min(
            MOST_NAME,
            lanes.rows().stream()
                .mapToInt(row -> TextWidth.of(terminal.shown(row.name())))
                .max()
                .orElse(0));
    int width = terminal.width() - name - GAP.length() - 2;
    if (width < LEAST_PLOT) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    for (EventLanes.Row row : lanes.rows()) {
      char[] cells = new char[width];
      Arrays.fill(cells, ' ');
      double length = lanes.to() - lanes.from();
      for (EventLanes.Box box : row.boxes()) {
        int from = cell((box.at() - lanes.from()) / length, width);
        double end = box.at() + (box.seconds() == null ? 0 : box.seconds());
        int to = Math.max(from + 1, cell((end - lanes.from()) / length, width));
        if (from < width && to > 0) {
          Arrays.fill(cells, from, Math.min(width, to), mark(box.kind()));
        }
      }
      lines.add(padded(row.name(), name) + GAP + "|" + new String(cells) + "|");
    }
    String start = terminal.shown(Units.seconds(lanes.from() - event.at()));
    String end = terminal.shown(Units.seconds(lanes.to() - event.at()));
    String axis = TextWrap.ends(start, end, width);
    lines.add(terminal.dim(" ".repeat(name + GAP.length() + 1) + axis));
    return lines;
  }

  private static char mark(String kind) {
    return switch (kind) {
      case "waiting" -> '.';
      case "work", "collection", "compilation" -> '=';
      case "sample" -> '\'';
      default -> '#';
    };
  }

  private String padded(String name, int width) {
    String shown = terminal.cut(terminal.shown(name), width);
    return shown + " ".repeat(width - TextWidth.of(shown));
  }
}
