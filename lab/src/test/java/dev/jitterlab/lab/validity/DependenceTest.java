package dev.jitterlab.lab.validity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table in docs/method.md says what every check and every cause can depend on. */
class DependenceTest {
  @Test
  void theTableHasEveryCheckAndEveryCause() throws IOException {
    List<String> written =
        Files.readAllLines(Path.of("../docs/method.md")).stream()
            .filter(line -> line.startsWith("| `"))
            .toList();
    Stream<String> causes =
        Stream.of(OutlierCause.values())
            .map(cause -> row(cause.id(), cause.means(), List.of(cause.dependsOn())));
    Stream<String> checks =
        TrialChecks.all().stream()
            .map(Check::question)
            .map(
                question ->
                    row(
                        question.id(),
                        question.words(),
                        question.dependsOn().stream().sorted().toList()));

    assertEquals(
        Stream.concat(causes, checks).collect(Collectors.joining("\n")),
        String.join("\n", written));
  }

  @Test
  void nothingThatAServerCanMoveExcusesAnInstance() {
    for (OutlierCause cause : OutlierCause.values()) {
      assertTrue(cause.dependsOn().mayExcuse(), cause::name);
    }
    assertFalse(Dependence.OUTCOME.mayExcuse());
  }

  @Test
  void everyCheckSaysWhatItDependsOn() {
    for (Check check : TrialChecks.all()) {
      assertFalse(check.question().dependsOn().isEmpty(), check.question().id());
    }
  }

  private static String row(String id, String words, List<Dependence> dependsOn) {
    return "| `%s` | %s | %s |"
        .formatted(
            id, words, dependsOn.stream().map(Dependence::word).collect(Collectors.joining(", ")));
  }
}
