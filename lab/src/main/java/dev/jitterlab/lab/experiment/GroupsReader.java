package dev.jitterlab.lab.experiment;

import dev.jitterlab.lab.yaml.Fields;
import dev.jitterlab.lab.yaml.Problems;
import dev.jitterlab.lab.yaml.YamlNode;
import dev.jitterlab.lab.yaml.YamlNode.Scalar;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the variables. */
record GroupsReader(Problems problems) {
  /** Reads {@code groups}; those entries that are wrong are reported and left out. */
  List<Variable> variables(Fields fields) {
    Map<String, Variable> variables = new LinkedHashMap<>();
    String expected = "a variable with name and values";
    for (Fields entry :
        fields.sections(
            "groups",
            "a list of variables with name and values",
            expected,
            ExperimentFormat.VARIABLE)) {
      variable(entry)
          .ifPresent(
              variable -> {
                if (variables.putIfAbsent(variable.name(), variable) != null) {
                  entry.report(
                      "duplicate variable `" + variable.name() + "`",
                      "Give each variable a name of its own.");
                }
              });
    }
    return List.copyOf(variables.values());
  }

  private Optional<Variable> variable(Fields fields) {
    for (String key : ExperimentFormat.VARIABLE) {
      fields.require(
          key,
          "a variable without `" + key + "`",
          "Write `- name: memory` and `values: ['6GB', '8GB']`.");
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
}
