package dev.jitterlab.lab.experiment;

import dev.jitterlab.lab.yaml.Fields;
import dev.jitterlab.lab.yaml.Problems;
import dev.jitterlab.lab.yaml.Spelling;
import dev.jitterlab.lab.yaml.YamlNode;
import dev.jitterlab.lab.yaml.YamlNode.Scalar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads targets: lists of texts {@code variable=value} that describe groups. */
record TargetsReader(Problems problems) {
  /** What is expected where targets stand. */
  static final String FORM = "a list of texts such as ['memory=6GB']";

  private static final String ONE = "a text such as 'memory=6GB'";

  /** Reads {@code targets} of an entry of {@code properties}; what matches no group is reported. */
  Map<String, String> ofRule(Fields rule, SelectedGroups selected) {
    rule.require(
        "targets",
        "properties without `targets`",
        "Add `targets: ['variable=value']`, or move them to `defaults`.");
    Optional<Map<String, String>> targets = read(rule.list("targets", FORM), selected.variables());
    targets
        .filter(given -> !selected.groups().isEmpty() && selected.matching(given).isEmpty())
        .ifPresent(
            given -> {
              String what =
                  "the targets match no group: " + selected.selection().excludedWords(given);
              rule.report(
                  what, "Remove the entry, exclude less, or include a group with these values.");
            });
    return targets.orElse(Map.of());
  }

  /** Variable to value; empty where one of the texts is wrong, which was reported. */
  Optional<Map<String, String>> read(List<YamlNode> nodes, List<Variable> variables) {
    return read(nodes, variables, false);
  }

  /** Likewise, where the values need not be among those of the variables. */
  Optional<Map<String, String>> readNew(List<YamlNode> nodes, List<Variable> variables) {
    return read(nodes, variables, true);
  }

  private Optional<Map<String, String>> read(
      List<YamlNode> nodes, List<Variable> variables, boolean newValues) {
    Map<String, String> assignments = new LinkedHashMap<>();
    boolean right = true;
    for (YamlNode node : nodes) {
      right &=
          Fields.scalar(node, "the target", ONE, problems)
              .filter(target -> assign(target, variables, newValues, assignments))
              .isPresent();
    }
    return right ? Optional.of(assignments) : Optional.empty();
  }

  /** Whether the target is right. */
  private boolean assign(
      Scalar target, List<Variable> variables, boolean newValues, Map<String, String> assignments) {
    String[] parts = target.text().split("=", 2);
    if (parts.length < 2 || parts[1].isBlank()) {
      Fields.wrongType(target, "the target", ONE, problems);
      return false;
    }
    String name = parts[0].strip();
    String value = parts[1].strip();
    Optional<Variable> variable =
        variables.stream().filter(known -> known.name().equals(name)).findFirst();
    if (variable.isEmpty()) {
      List<String> names = variables.stream().map(Variable::name).toList();
      if (names.isEmpty()) {
        noMatch(target, "the file has no `groups`", "expected a variable and its values there");
      } else {
        noMatch(target, "there is no variable `" + name + "`", Spelling.expected(name, names));
      }
      return false;
    }
    if (!newValues && !variable.get().values().contains(value)) {
      List<String> known = variable.get().values().stream().map(one -> name + "=" + one).toList();
      String expected = Spelling.expected(name + "=" + value, known);
      noMatch(target, "`" + name + "` has no value `" + value + "`", expected);
      return false;
    }
    if (!value.equals(assignments.getOrDefault(name, value))) {
      String what = "the targets match no group: `" + name + "` cannot have two values";
      problems.add(target.place(), what, "Write one entry for each value.");
      return false;
    }
    assignments.put(name, value);
    return true;
  }

  private void noMatch(Scalar target, String why, String expected) {
    String what = "`" + target.text() + "` matches no group: " + why + "\n" + expected;
    problems.add(target.place(), what, "Correct the target, or add it to `groups`.");
  }
}
