package dev.jitterlab.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PublishedReaderTest {
  private static final String GROUPS =
      """
      baseline: old
      groups:
      - {name: scheduler, values: [old, new]}
      published:
      """;

  @TempDir private Path folder;

  @Test
  void readsRatiosAndFigures() {
    Experiment experiment =
        ExperimentText.read(
            folder,
            GROUPS
                + """
                - {claim: It is closer., source: 'Thesis, 6.3', metric: tick_drift_seconds.p90,
                   group: new, ratio: 0.066}
                - {claim: It is late., source: LEARS, metric: ticks_late_ratio.1.1, group: old,
                   value: 177 ms for 100 ms}
                """);

    assertEquals(
        List.of(
            new PublishedFigure(
                "It is closer.", "Thesis, 6.3", "tick_drift_seconds.p90", "new", null, "0.066"),
            new PublishedFigure(
                "It is late.", "LEARS", "ticks_late_ratio.1.1", "old", "177 ms for 100 ms", null)),
        experiment.analysis().published());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          claim: c, source: s, metric: ticks, group: new                                  | needs either `value` or `ratio`
          claim: c, source: s, metric: ticks, group: new, value: 1, ratio: 2              | needs either `value` or `ratio`
          claim: c, source: s, metric: tick_drift_seconds.p9, group: new, ratio: 2        | no metric is called `tick_drift_seconds.p9`
          claim: c, source: s, metric: ticks, group: newer, ratio: 2                      | no group is called `newer`
          claim: c, source: s, metric: ticks, group: old, ratio: 2                        | `old` is the baseline
          source: s, metric: ticks, group: new, ratio: 2                                  | without `claim`
          claim: c, metric: ticks, group: new, ratio: 2                                   | without `source`
          claim: c, source: s, metric: ticks, group: new, ratio: 2, figure: 4             | unknown key `figure`
          """)
  void namesWhatIsWrong(String entry, String expected) {
    List<String> problems = ExperimentText.problems(folder, GROUPS + "- {" + entry + "}\n");
    assertEquals(1, problems.size(), problems::toString);
    assertTrue(problems.getFirst().contains(expected), problems::toString);
  }
}
