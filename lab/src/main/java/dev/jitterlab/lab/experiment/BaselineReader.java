package dev.jitterlab.lab.experiment;

import dev.jitterlab.lab.yaml.Fields;
import dev.jitterlab.lab.yaml.Problems;
import dev.jitterlab.lab.yaml.Spelling;
import dev.jitterlab.lab.yaml.YamlNode;
import dev.jitterlab.lab.yaml.YamlNode.Scalar;
import dev.jitterlab.lab.yaml.YamlNode.Sequence;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads {@code baseline}: a group's name, or targets that select one group. */
record BaselineReader(Problems problems) {
  /** The group's name; what does not select exactly one group is reported. */
  String read(Fields fields, SelectedGroups selected) {
    Optional<YamlNode> node = fields.node("baseline");
    if (selected.groups().isEmpty()) {
      return "";
    }
    String first = selected.groups().getFirst().name();
    if (node.isEmpty()) {
      return first;
    }
    return switch (node.get()) {
      case Sequence list when !list.items().isEmpty() -> byTargets(list, selected).orElse(first);
      case Scalar scalar -> byName(scalar, selected);
      case Sequence _, YamlNode.Mapping _ -> {
        String expected = "a group's name or " + TargetsReader.FORM;
        Fields.wrongType(node.get(), "`baseline`", expected, problems);
        yield first;
      }
    };
  }

  private String byName(Scalar scalar, SelectedGroups selected) {
    List<String> names = selected.groups().stream().map(Combination::name).toList();
    if (!names.contains(scalar.text())) {
      String what =
          selected
              .selection()
              .excluded(scalar.text())
              .map(out -> "the baseline `%s` is %s".formatted(out.name(), out.words()))
              .orElseGet(
                  () ->
                      "no group is called `%s`\n%s"
                          .formatted(scalar.text(), Spelling.expected(scalar.text(), names)));
      problems.add(scalar.place(), what, "Name a group, or give targets as a list.");
    }
    return scalar.text();
  }

  private Optional<String> byTargets(Sequence list, SelectedGroups selected) {
    Optional<Map<String, String>> targets =
        new TargetsReader(problems).read(list.items(), selected.variables());
    if (targets.isEmpty()) {
      return Optional.empty();
    }
    List<String> names = selected.matching(targets.get()).stream().map(Combination::name).toList();
    if (names.isEmpty()) {
      String what =
          "`baseline` selects no group: " + selected.selection().excludedWords(targets.get());
      String remedy =
          "Select a group that is there, exclude less, or include a group with these values.";
      problems.add(list.place(), what, remedy);
    } else if (names.size() > 1) {
      String what =
          "`baseline` must select one group, and selects %d: %s"
              .formatted(names.size(), String.join(", ", names));
      problems.add(list.place(), what, "Give a value for each variable.");
    }
    return names.stream().findFirst();
  }
}
