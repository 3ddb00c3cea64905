package dev.jitterlab.lab.experiment;

import dev.jitterlab.lab.Problem.Place;
import dev.jitterlab.lab.yaml.Fields;
import dev.jitterlab.lab.yaml.Problems;
import dev.jitterlab.lab.yaml.Spelling;
import dev.jitterlab.lab.yaml.YamlNode;
import dev.jitterlab.lab.yaml.YamlNode.Scalar;
import dev.jitterlab.lab.yaml.YamlNode.Sequence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the variables, and the places that refer to them: targets and the baseline. */
final class GroupsReader {
  private static final String TARGET_FORM = "a list of texts such as ['memory=6GB']";

  private final Problems problems;

  GroupsReader(Problems problems) {
    this.problems = problems;
  }

  /** Reads {@code groups}; those entries that are wrong are reported and left out. */
  List<Variable> variables(Fields fields) {
    Map<String, Variable> variables = new LinkedHashMap<>();
    for (YamlNode node : fields.list("groups", "a list of variables with name and values")) {
      Fields.mapping(node, "`groups`", "a variable with name and values", problems)
          .flatMap(variable -> variable(new Fields(variable, ExperimentFormat.VARIABLE, problems)))
          .ifPresent(
              variable -> {
                if (variables.putIfAbsent(variable.name(), variable) != null) {
                  String what = "duplicate variable `" + variable.name() + "`";
                  problems.add(node.place(), what, "Give each variable a name of its own.");
                }
              });
    }
    return List.copyOf(variables.values());
  }

  private Optional<Variable> variable(Fields fields) {
    for (String key : ExperimentFormat.VARIABLE) {
      if (fields.node(key).isEmpty()) {
        String what = "a variable without `" + key + "`";
        problems.add(fields.place(), what, "Write `- name: memory` and `values: ['6GB', '8GB']`.");
      }
    }
    Optional<Scalar> name = fields.scalar("name", "a text");
    name.filter(scalar -> scalar.text().contains("="))
        .ifPresent(
            scalar -> {
              String what = "the variable's name `" + scalar.text() + "` has an equals sign";
              problems.add(scalar.place(), what, "Use a name without `=`; targets need it.");
            });
    List<String> values = values(fields);
    return name.isEmpty() || values.isEmpty()
        ? Optional.empty()
        : Optional.of(new Variable(name.get().text().strip(), values));
  }

  private List<String> values(Fields fields) {
    List<String> values = new ArrayList<>();
    for (YamlNode node : fields.list("values", "a list with at least one value")) {
      Optional<Scalar> value = Fields.scalar(node, "`values`", "a text or number", problems);
      if (value.isPresent() && values.contains(value.get().text().strip())) {
        String what = "duplicate value `" + value.get().text() + "`";
        problems.add(node.place(), what, "Remove one of the two.");
      } else {
        value.ifPresent(scalar -> values.add(scalar.text().strip()));
      }
    }
    return values;
  }

  /** All groups; empty where they cannot be told apart or are too many, which is reported. */
  List<Combination> combinations(List<Variable> variables, Place place) {
    if (variables.isEmpty()) {
      return List.of(new Combination(Combinations.ONLY, Map.of()));
    }
    if (Combinations.count(variables) > Combinations.MAX) {
      String what = "the variables make more than " + Combinations.MAX + " groups";
      problems.add(place, what, "Use fewer variables or values, or several experiments.");
      return List.of();
    }
    Optional<List<Combination>> combinations = Combinations.of(variables);
    if (combinations.isEmpty()) {
      String what = "two groups would have the same name, as letters, digits and ._+- only count";
      problems.add(place, what, "Rename the values so that they differ in those characters.");
    }
    return combinations.orElse(List.of());
  }

  /** Reads {@code targets}: variable to value; what matches no group is reported. */
  Map<String, String> targets(Fields rule, List<Variable> variables) {
    if (rule.node("targets").isEmpty()) {
      String what = "properties without `targets`";
      problems.add(
          rule.place(), what, "Add `targets: ['variable=value']`, or move them to `defaults`.");
    }
    return assignments(rule.list("targets", TARGET_FORM), variables);
  }

  private Map<String, String> assignments(List<YamlNode> nodes, List<Variable> variables) {
    Map<String, String> assignments = new LinkedHashMap<>();
    for (YamlNode node : nodes) {
      Fields.scalar(node, "the target", "a text such as 'memory=6GB'", problems)
          .ifPresent(target -> assign(target, variables, assignments));
    }
    return assignments;
  }

  private void assign(Scalar target, List<Variable> variables, Map<String, String> assignments) {
    String[] parts = target.text().split("=", 2);
    if (parts.length < 2) {
      Fields.wrongType(target, "the target", "a text such as 'memory=6GB'", problems);
      return;
    }
    String name = parts[0].strip();
    String value = parts[1].strip();
    Optional<Variable> variable =
        variables.stream().filter(known -> known.name().equals(name)).findFirst();
    if (variable.isEmpty()) {
      List<String> names = variables.stream().map(Variable::name).toList();
      if (names.isEmpty()) {
        noMatch(target, "the file has no `groups`", "expected a variable and its values there");
        return;
      }
      noMatch(target, "there is no variable `" + name + "`", Spelling.expected(name, names));
    } else if (!variable.get().values().contains(value)) {
      List<String> known = variable.get().values().stream().map(one -> name + "=" + one).toList();
      String expected = Spelling.expected(name + "=" + value, known);
      noMatch(target, "`" + name + "` has no value `" + value + "`", expected);
    } else if (!value.equals(assignments.getOrDefault(name, value))) {
      String what = "the targets match no group: `" + name + "` cannot have two values";
      problems.add(target.place(), what, "Write one entry of `properties` for each value.");
    } else {
      assignments.put(name, value);
    }
  }

  private void noMatch(Scalar target, String why, String expected) {
    String what = "`" + target.text() + "` matches no group: " + why + "\n" + expected;
    problems.add(target.place(), what, "Correct the target, or add it to `groups`.");
  }

  /** Reads {@code baseline}; what does not select exactly one group is reported. */
  String baseline(Fields fields, List<Variable> variables, List<Combination> combinations) {
    Optional<YamlNode> node = fields.node("baseline");
    if (combinations.isEmpty()) {
      return "";
    }
    if (node.isEmpty()) {
      return combinations.getFirst().name();
    }
    return switch (node.get()) {
      case Sequence list when !list.items().isEmpty() -> byTargets(list, variables, combinations);
      case Scalar scalar -> byName(scalar, combinations);
      case Sequence _, YamlNode.Mapping _ -> {
        String expected = "a group's name or " + TARGET_FORM;
        Fields.wrongType(node.get(), "`baseline`", expected, problems);
        yield "";
      }
    };
  }

  private String byName(Scalar scalar, List<Combination> combinations) {
    List<String> names = combinations.stream().map(Combination::name).toList();
    if (!names.contains(scalar.text())) {
      String what =
          "no group is called `%s`\n%s"
              .formatted(scalar.text(), Spelling.expected(scalar.text(), names));
      problems.add(scalar.place(), what, "Name a group, or give targets as a list.");
    }
    return scalar.text();
  }

  private String byTargets(
      Sequence list, List<Variable> variables, List<Combination> combinations) {
    Map<String, String> targets = assignments(list.items(), variables);
    List<String> selected =
        combinations.stream()
            .filter(combination -> combination.matches(targets))
            .map(Combination::name)
            .toList();
    if (selected.size() > 1 && targets.size() == list.items().size()) {
      String what =
          "`baseline` must select one group, and selects %d: %s"
              .formatted(selected.size(), String.join(", ", selected));
      problems.add(list.place(), what, "Give a value for each variable.");
    }
    return selected.getFirst();
  }
}
