package dev.jitterlab.lab.experiment;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How the groups differ from the Cartesian product of the variables' values. Immutable.
 *
 * @param excluded the combinations that are left out, in the product's order
 * @param included the names of the groups that were added, to the line that does, such as {@code
 *     gc.yaml:12}
 */
public record GroupSelection(List<Excluded> excluded, Map<String, String> included) {
  /** The whole product and nothing else. */
  public static final GroupSelection WHOLE = new GroupSelection(List.of(), Map.of());

  /**
   * A combination that is no group.
   *
   * @param name what the group would be called
   * @param variables variable name to value, in the file's order
   * @param lines the entries of {@code exclude} that it matches, such as {@code gc.yaml:9}
   */
  public record Excluded(String name, Map<String, String> variables, List<String> lines) {
    /** Such as {@code excluded by gc.yaml:9}. */
    public String words() {
      return "excluded by " + String.join(", ", lines);
    }
  }

  Optional<Excluded> excluded(String name) {
    return excluded.stream().filter(out -> out.name().equals(name)).findFirst();
  }

  /** Says why no group matches: all that do are excluded, or none was ever made. */
  String excludedWords(Map<String, String> targets) {
    String lines =
        excluded.stream()
            .filter(out -> out.variables().entrySet().containsAll(targets.entrySet()))
            .flatMap(out -> out.lines().stream())
            .distinct()
            .collect(Collectors.joining(", "));
    return lines.isEmpty()
        ? "only an included group has one of these values, and it does not have them all"
        : "all that match are excluded by " + lines;
  }
}
