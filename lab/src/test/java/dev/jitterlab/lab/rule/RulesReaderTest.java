package dev.jitterlab.lab.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.diagnosis.rule.UserRule;
import dev.jitterlab.lab.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules of users as files: what is wrong is said with line, cause and remedy. */
class RulesReaderTest {
  private static final String RULE =
      """
      rules:
        - name: slow-query
          events: [acme.Query]
          where: [duration >= 1 ms]
          window: late
          condition: sum(duration) >= 5 ms
          text: Queries took {value}.
      """;

  @TempDir Path folder;

  private List<UserRule> read(String text) throws IOException {
    return RulesReader.read(Files.writeString(folder.resolve("rules.yaml"), text));
  }

  @Test
  void readsARule() throws IOException {
    UserRule rule = read(RULE).getFirst();
    assertEquals("slow-query", rule.name());
    assertEquals(5e6, rule.limit());
    assertEquals("ms", rule.shownIn().word());
    assertEquals("", rule.remedy());
  }

  /** An experiment was validated when it was run: what else it has is not asked about. */
  @Test
  void readsTheRulesOfAnExperiment() throws IOException {
    Path file = folder.resolve("experiment.yaml");
    assertEquals(List.of(), RulesReader.ofExperiment(file), "a run that has lost it");
    Files.writeString(file, "experiment: x\nfuture: 7\n" + RULE);
    assertEquals("slow-query", RulesReader.ofExperiment(file).getFirst().name());
    Files.writeString(file, "experiment: x\n");
    assertEquals(List.of(), RulesReader.ofExperiment(file));
  }

  static Stream<Arguments> wrong() {
    return Stream.of(
        of("rules:", "rulez:", 1, "unknown key `rulez`"),
        of("name: slow-query", "nam: slow-query", 2, "unknown key `nam`"),
        of("name: slow-query", "name: Slow Query", 2, "a name of lower-case letters"),
        of("name: slow-query", "name: lock_convoy", 2, "is the name of a pattern"),
        of("[acme.Query]", "[]", 3, "found an empty list"),
        of("[acme.Query]", "[acme/Query]", 3, "`acme/Query` is not the name of an event"),
        of("[acme.Query]", "acme.Query", 3, "expected a list of texts"),
        of("duration >= 1 ms", "duration", 4, "`where`: expected FIELD"),
        of("duration >= 1 ms", "duration >= 1", 4, "has no unit of time"),
        of("duration >= 1 ms", "duration >= soon", 4, "`where`: expected FIELD"),
        of("window: late", "window: sometimes", 5, "late, late-thread, run"),
        of("window: late", "window: 10", 5, "late, late-thread, run"),
        of("sum(duration) >= 5 ms", "sum(duration) >= NaN", 6, "expected count, rate, share"),
        of("sum(duration) >= 5 ms", "sum >= 5 ms", 6, "expected count, rate, share"),
        of("sum(duration) >= 5 ms", "median(duration) >= 5 ms", 6, "expected count, rate, share"),
        of("sum(duration) >= 5 ms", "sum(duration) >= 5", 6, "has no unit of time"),
        of("sum(duration) >= 5 ms", "sum(duration) >= threshold", 6, "the rule has none"),
        of(
            "sum(duration) >= 5 ms",
            "count >= 1" + "0".repeat(30),
            6,
            "expected count, rate, share"),
        of("text: Queries took {value}.", "text: ''", 7, "`text`: expected a text"),
        of("text: Queries took {value}.", "text: 'It took {two words}.'", 7, "{two words}"),
        of("text: Queries took {value}.", "unit: ms", 2, "a rule without `text`"),
        of("text: Queries took {value}.", "text: x\n    unit: MiB", 8, "the figure is to be"),
        of("text: Queries took {value}.", "text: x\n    unit: min", 8, "one of: ns, us, ms"),
        of("text: Queries took {value}.", "text: x\n    threshold: 5 ms", 8, "a `threshold` too"),
        of("text: Queries took {value}.", "text: x\n    remedy: '{value}'", 8, "`{value}`"),
        of("text: Queries took {value}.", "text: " + "x".repeat(600), 7, "at most 500"));
  }

  private static Arguments of(String right, String wrong, int line, String what) {
    return Arguments.of(RULE.replace(right, wrong), line, what);
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void wrongRulesAreOneErrorWithLineCauseAndRemedy(String text, int line, String what) {
    LabException wrong = assertThrows(LabException.class, () -> read(text));
    assertTrue(
        wrong.problems().stream()
            .anyMatch(
                one ->
                    one.toString().contains("rules.yaml:" + line + ":")
                        && one.toString().contains(what)),
        wrong.problems().toString());
  }

  static Stream<Arguments> hostile() {
    String deep = "rules: " + "[".repeat(5000);
    StringBuilder laughs = new StringBuilder("a: &a [x, x, x, x, x, x, x, x, x]\n");
    for (char c = 'b'; c < 'k'; c++) {
      String before = "*" + (char) (c - 1);
      laughs.append(c).append(": &").append(c).append(" [");
      laughs.append((before + ", ").repeat(8)).append(before).append("]\n");
    }
    StringBuilder many = new StringBuilder("rules:\n");
    for (int i = 0; i < 500; i++) {
      many.append(RULE.replace("rules:\n", "").replace("slow-query", "slow-" + i));
    }
    return Stream.of(
        Arguments.of("", "the file is empty"),
        Arguments.of("- name: x", "found a list"),
        Arguments.of("rules: 7", "expected a list of rules"),
        Arguments.of("other: 7", "the file has no `rules`"),
        Arguments.of(deep, "nested more than"),
        Arguments.of(laughs + "rules: *j\n", "rules.yaml"),
        Arguments.of("rules: [&a {name: *a}]", "rules.yaml"),
        Arguments.of(many.toString(), "there are 500 rules"),
        Arguments.of("x".repeat(2_000_000), "larger than 1 MiB"),
        Arguments.of(RULE + RULE.replace("rules:\n", ""), "two rules are called `slow-query`"));
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void hostileFilesAreOneError(String text, String what) {
    LabException wrong = assertThrows(LabException.class, () -> read(text));
    assertTrue(wrong.problems().toString().contains(what), wrong.problems().toString());
    assertFalse(wrong.problems().isEmpty());
  }
}
