package dev.jitterlab.bench.jit;

import dev.jitterlab.bench.BenchJdks;
import dev.jitterlab.bench.BenchText;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.terminal.Terminal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The outcome of {@code bench jit} as text: a column for each JDK. A figure that was not the same
 * in every round is shown from the least to the greatest. Stateless.
 */
public final class JitTable {
  private static final String BRANCH = "branch_lost.";

  private JitTable() {}

  /** Renders the outcome; lines with a line feed at the end of each. */
  public static String render(JitResult result, Terminal terminal) {
    BenchText text = new BenchText(terminal);
    print("one call of a method, by the tier of its code", times(result), text);
    print("what the compilers do", facts(result), text);
    text.gap();
    result
        .directives()
        .forEach(
            (jdk, outcomes) -> {
              Map<String, List<String>> byOutcome =
                  outcomes.entrySet().stream()
                      .collect(
                          Collectors.groupingBy(
                              Map.Entry::getValue,
                              TreeMap::new,
                              Collectors.mapping(Map.Entry::getKey, Collectors.toList())));
              byOutcome.forEach(
                  (outcome, names) ->
                      text.sentence(
                          "Directives of JDK %d, one at a time the other way round: %s with %s."
                              .formatted(jdk, outcome, String.join(", ", names))));
            });
    text.sentence(
        "The same method in C++: %s.".formatted(mean(result.of(CppProbe.GROUP, JitPrograms.TIME))));
    text.sentence(
        "docs/jit.md says what each figure is. Times are the mean of "
            + result.rounds()
            + " JVMs.");
    result.notes().forEach(note -> text.sentence("Note: " + note + "."));
    return text.toString();
  }

  private static Table times(JitResult result) {
    Table table = BenchJdks.table(result.jdks().keySet());
    for (int tier : IntStream.range(0, JitPrograms.TIERS).toArray()) {
      List<String> cells = new ArrayList<>(List.of("tier " + tier));
      for (int jdk : result.jdks().keySet()) {
        cells.add(mean(result.of(JitResult.tier(tier, jdk), JitPrograms.TIME)));
      }
      table.row(cells);
    }
    return table;
  }

  private static String mean(List<Double> times) {
    return times.stream().mapToDouble(each -> each).average().stream()
        .mapToObj(Units::seconds)
        .findFirst()
        .orElse(Units.NONE);
  }

  private static Table facts(JitResult result) {
    Set<String> names = new LinkedHashSet<>();
    for (int jdk : result.jdks().keySet()) {
      names.addAll(result.figures().getOrDefault(Integer.toString(jdk), Map.of()).keySet());
    }
    Table table = BenchJdks.table(result.jdks().keySet());
    for (String name : names) {
      if (name.startsWith(BRANCH)) {
        continue; // branch_kept_from says it in one line
      }
      List<String> cells = new ArrayList<>(List.of(name));
      for (int jdk : result.jdks().keySet()) {
        cells.add(shown(result.of(Integer.toString(jdk), name)));
      }
      table.row(cells);
    }
    return table;
  }

  private static String shown(List<Double> rounds) {
    if (rounds.isEmpty()) {
      return Units.NONE;
    }
    String least = Units.number(rounds.stream().mapToDouble(each -> each).min().orElseThrow());
    String most = Units.number(rounds.stream().mapToDouble(each -> each).max().orElseThrow());
    return least.equals(most) ? least : least + " to " + most;
  }

  private static void print(String title, Table table, BenchText text) {
    List<String> leftOut = text.tables(Map.of(title, table));
    if (!leftOut.isEmpty()) {
      text.sentence("No room for: " + String.join(", ", leftOut) + ".");
    }
  }
}
