package dev.jitterlab.lab.summary;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem.Place;
import dev.jitterlab.lab.statistics.RatioEstimate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * BP$ of figures that somebody else has recorded (thesis, section 6.2.3, tables 3 to 5), from a
 * file with comma-separated values. Lines that begin with {@code #} are comments. The first line
 * names the columns: {@code load_level}, {@code group}, {@code price_per_hour}, then a figure each,
 * of which less is better. The first line of a load level is its baseline.
 *
 * @param figures the names of the columns with figures
 * @param levels in the file's order
 */
public record RecordedCosts(List<String> figures, List<Level> levels) {
  private static final List<String> FIRST = List.of("load_level", "group", "price_per_hour");

  /**
   * The groups at one load level.
   *
   * @param groups in the file's order, the baseline first
   */
  public record Level(String loadLevel, List<Group> groups) {}

  /**
   * A group at one load level.
   *
   * @param figures a column's name to its figure
   * @param bangPerDollar a column's name to BP$
   */
  public record Group(
      String group,
      double pricePerHour,
      Map<String, Double> figures,
      Map<String, Double> bangPerDollar) {}

  /** A line of the file that is no comment. */
  private record Line(Place place, List<String> cells) {
    static Line of(Place place, String text) {
      return new Line(place, Arrays.stream(text.split(",", -1)).map(String::strip).toList());
    }
  }

  /** A group as the file has it. */
  private record Recorded(String level, String group, double price, List<Double> figures) {}

  /**
   * Reads a file.
   *
   * @throws LabException if it cannot be read, or is not of this form
   */
  public static RecordedCosts read(Path file) {
    List<Line> lines = lines(file);
    if (lines.size() < 2
        || lines.getFirst().cells().size() <= FIRST.size()
        || !lines.getFirst().cells().subList(0, FIRST.size()).equals(FIRST)) {
      throw wrong(
          lines.isEmpty() ? new Place(file, 1, 1) : lines.getFirst().place(),
          "expected a first line 'load_level,group,price_per_hour,' with the names of figures, and"
              + " lines with figures below it");
    }
    List<String> names =
        lines.getFirst().cells().subList(FIRST.size(), lines.getFirst().cells().size());
    Set<String> different = new HashSet<>();
    for (String name : names) {
      if (!different.add(name)) {
        throw wrong(lines.getFirst().place(), "two columns are called '" + name + "'");
      }
    }
    Map<String, List<Recorded>> levels = new LinkedHashMap<>();
    for (Line line : lines.subList(1, lines.size())) {
      Recorded recorded = recorded(line, names.size());
      levels.computeIfAbsent(recorded.level(), _ -> new ArrayList<>()).add(recorded);
    }
    return new RecordedCosts(
        names,
        levels.entrySet().stream()
            .map(level -> level(level.getKey(), names, level.getValue()))
            .toList());
  }

  private static List<Line> lines(Path file) {
    try {
      List<String> all = Files.readAllLines(file);
      List<Line> lines = new ArrayList<>();
      for (int i = 0; i < all.size(); i++) {
        if (!all.get(i).isBlank() && !all.get(i).startsWith("#")) {
          lines.add(Line.of(new Place(file, i + 1, 1), all.get(i)));
        }
      }
      return lines;
    } catch (IOException e) {
      throw LabException.wrong(file.toString(), "the file cannot be read: " + e, "Check the path.");
    }
  }

  private static Recorded recorded(Line line, int figures) {
    List<String> cells = line.cells();
    if (cells.size() != FIRST.size() + figures) {
      throw wrong(
          line.place(),
          "expected %d values, found %d".formatted(FIRST.size() + figures, cells.size()));
    }
    return new Recorded(
        cells.get(0),
        cells.get(1),
        number(line, cells.get(2)),
        cells.subList(FIRST.size(), cells.size()).stream()
            .map(cell -> number(line, cell))
            .toList());
  }

  private static double number(Line line, String cell) {
    if (!cell.matches("\\d{1,15}(\\.\\d{1,15})?") || Double.parseDouble(cell) == 0) {
      throw wrong(line.place(), "expected a number above 0, found '" + cell + "'");
    }
    return Double.parseDouble(cell);
  }

  private static LabException wrong(Place place, String what) {
    return LabException.wrong(
        place.toString(),
        what,
        "experiments/instance-types/recorded.csv is an example of the form.");
  }

  private static Level level(String name, List<String> names, List<Recorded> recorded) {
    Recorded baseline = recorded.getFirst();
    List<Group> groups = new ArrayList<>();
    for (Recorded group : recorded) {
      Map<String, Double> figures = new LinkedHashMap<>();
      Map<String, Double> bangPerDollar = new LinkedHashMap<>();
      for (int i = 0; i < names.size(); i++) {
        double ratio = group.figures().get(i) / baseline.figures().get(i);
        figures.put(names.get(i), group.figures().get(i));
        bangPerDollar.put(
            names.get(i),
            Costs.bangPerDollar(
                    new RatioEstimate(ratio, Optional.empty()), group.price(), baseline.price())
                .value());
      }
      groups.add(new Group(group.group(), group.price(), figures, bangPerDollar));
    }
    return new Level(name, List.copyOf(groups));
  }
}
