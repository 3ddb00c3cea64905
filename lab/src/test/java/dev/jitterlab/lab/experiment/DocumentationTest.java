package dev.jitterlab.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.collector.KnownCollectors;
import dev.jitterlab.lab.faults.FaultSettings;
import dev.jitterlab.lab.machine.MachineSettings;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.rule.RulesReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentationTest {
  private static final Path DOCUMENT = Path.of("../docs/experiments.md");
  private static final Pattern KEY = Pattern.compile("(?m)^### `(.+)`$");
  private static final Pattern NAME = Pattern.compile("`([^`]+)`");

  @TempDir private Path folder;

  @Test
  void describesExactlyTheKeysThatTheParserKnows() throws IOException {
    List<String> described =
        KEY.matcher(Files.readString(DOCUMENT)).results().map(found -> found.group(1)).toList();
    assertEquals(paths(), new TreeSet<>(described));
    assertEquals(described.size(), new TreeSet<>(described).size(), "each key once");
  }

  /** Every key as its path, such as {@code groups[].name}. */
  private static Set<String> paths() {
    Set<String> paths = new TreeSet<>(ExperimentFormat.TOP_LEVEL);
    ExperimentFormat.FOREIGN.forEach(key -> paths.add("workload." + key));
    ExperimentFormat.FOREIGN_SERVER.forEach(key -> paths.add("workload.server." + key));
    ExperimentFormat.FOREIGN_READY.forEach(key -> paths.add("workload.server.ready." + key));
    ExperimentFormat.FOREIGN_TICKS.forEach(key -> paths.add("workload.server.ticks." + key));
    ExperimentFormat.FOREIGN_REQUESTS.forEach(key -> paths.add("workload.server.requests." + key));
    ExperimentFormat.FOREIGN_LOAD.forEach(key -> paths.add("workload.load." + key));
    ExperimentFormat.INSTANCES.forEach(key -> paths.add("instances." + key));
    ExperimentFormat.WARMUP.forEach(key -> paths.add("warmup." + key));
    ExperimentFormat.VARIABLE.forEach(key -> paths.add("groups[]." + key));
    ExperimentFormat.RULE.forEach(key -> paths.add("properties[]." + key));
    ExperimentFormat.KNOWN_PROPERTIES.forEach(key -> paths.add("properties[].properties." + key));
    MachineSettings.KEYS.forEach(key -> paths.add("properties[].properties.machine." + key));
    KnownCollectors.switched()
        .forEach(key -> paths.add("properties[].properties.recording." + key));
    FaultSettings.KEYS.forEach(key -> paths.add("properties[].properties.faults." + key));
    ExperimentFormat.METRIC.forEach(key -> paths.add("metrics[]." + key));
    ExperimentFormat.CAPACITY.forEach(key -> paths.add("capacity." + key));
    ExperimentFormat.PUBLISHED.forEach(key -> paths.add("published[]." + key));
    ExperimentFormat.TEMPLATE.forEach(key -> paths.add("templates[]." + key));
    RulesReader.KEYS.forEach(key -> paths.add("rules[]." + key));
    ExperimentFormat.PROVES.forEach(key -> paths.add("proves." + key));
    return paths;
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
  void saysWhichFiguresAreNotCompared() throws IOException {
    String text = Files.readString(DOCUMENT);
    int from = text.indexOf("| figure | what it is |");
    List<String> shown =
        text.substring(from, text.indexOf("\n\n", from))
            .lines()
            .flatMap(row -> NAME.matcher(row.split(" \\| ", -1)[0]).results())
            .map(found -> found.group(1))
            .sorted()
            .toList();
    assertEquals(
        Metrics.ofAll().all().stream()
            .filter(metric -> !metric.isCompared())
            .map(Metric::key)
            .sorted()
            .toList(),
        shown);
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
