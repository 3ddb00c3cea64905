package dev.jitterlab.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.metric.Metrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentationTest {
  private static final Path DOCUMENT = Path.of("../docs/experiments.md");
  private static final Pattern KEY = Pattern.compile("(?m)^### `(.+)`$");

  @TempDir private Path folder;

  @Test
  void describesExactlyTheKeysThatTheParserKnows() throws IOException {
    List<String> described =
        KEY.matcher(Files.readString(DOCUMENT)).results().map(found -> found.group(1)).toList();
    assertEquals(new TreeSet<>(ExperimentFormat.paths()), new TreeSet<>(described));
    assertEquals(described.size(), new TreeSet<>(described).size(), "each key once");
  }

  @Test
  void namesEveryMetric() throws IOException {
    String text = Files.readString(DOCUMENT);
    for (String metric : Metrics.ofAll().comparedKeys()) {
      boolean whole = text.contains("`" + metric + "`");
      boolean inParts =
          text.contains("`" + metric.replaceFirst("\\..*", "") + "`")
              && text.contains("`" + metric.replaceFirst("^[^.]*", "") + "`");
      assertTrue(whole || inParts, metric);
    }
  }

  @Test
  void itsExampleIsAValidExperiment() throws IOException {
    String example =
        Pattern.compile("(?m)^    (experiment: .*\n(?:    .*\n)+)")
            .matcher(Files.readString(DOCUMENT))
            .results()
            .map(MatchResult::group)
            .collect(Collectors.joining())
            .stripIndent();
    assertEquals(2, ExperimentText.read(folder, example).groups().combinations().size());
  }
}
