package dev.jitterlab.lab.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordedCostsTest {
  private static final Path THESIS = Path.of("../experiments/instance-types/recorded.csv");

  /** Both BP$ columns of tables 3 to 5, from top to bottom. */
  private static final Map<String, List<List<String>>> BANG_PER_DOLLAR =
      Map.of(
          "low",
          List.of(
              List.of("1.00", "1.42", "1.11", "1.25", "1.36", "1.30", "1.17"),
              List.of("1.00", "1.66", "1.18", "1.28", "1.56", "1.59", "1.34")),
          "medium",
          List.of(
              List.of("1.00", "1.45", "1.20", "1.29", "1.47", "1.40", "1.24"),
              List.of("1.00", "1.72", "1.31", "1.32", "1.70", "1.70", "1.40")),
          "high",
          List.of(
              List.of("1.00", "1.47", "1.28", "1.30", "1.58", "1.49", "1.27"),
              List.of("1.00", "1.79", "1.44", "1.37", "1.92", "1.92", "1.48")));

  @TempDir private Path folder;

  @Test
  void theShippedFileGivesTheThesissTables() {
    RecordedCosts costs = RecordedCosts.read(THESIS);
    assertEquals(
        List.of("low", "medium", "high"),
        costs.levels().stream().map(RecordedCosts.Level::loadLevel).toList());
    for (RecordedCosts.Level level : costs.levels()) {
      for (int i = 0; i < costs.figures().size(); i++) {
        String figure = costs.figures().get(i);
        assertEquals(
            BANG_PER_DOLLAR.get(level.loadLevel()).get(i),
            level.groups().stream()
                .map(group -> group.bangPerDollar().get(figure))
                .map(value -> String.format(Locale.ROOT, "%.2f", value))
                .toList(),
            level.loadLevel() + " " + figure);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | :1:1 | expected a first line",
        "group,price_per_hour,cpu | :1:1 | expected a first line",
        "load_level,group,price_per_hour;low,a,1 | :1:1 | expected a first line",
        "load_level,group,price_per_hour,p99, p99;low,a,1,2,3 | :1:1 | two columns are called 'p99'",
        "#;load_level,group,price_per_hour,cpu;low,a,1 | :3:1 | expected 4 values, found 3",
        "load_level,group,price_per_hour,cpu;low,a,0,1 | :2:1 | a number above 0, found '0'",
        "load_level,group,price_per_hour,cpu;low,a,1,27.9% | :2:1 | found '27.9%'"
      })
  void saysWhereAFileIsWrong(String lines, String place, String what) throws IOException {
    Path file = Files.writeString(folder.resolve("x.csv"), lines.replace(';', '\n'));
    LabException wrong = assertThrows(LabException.class, () -> RecordedCosts.read(file));
    Problem problem = wrong.problems().getFirst();
    assertTrue(problem.where().endsWith(place), problem.where());
    assertTrue(problem.what().contains(what), problem.what());
  }
}
