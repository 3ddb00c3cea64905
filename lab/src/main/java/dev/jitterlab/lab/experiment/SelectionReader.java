package dev.jitterlab.lab.experiment;

import dev.jitterlab.lab.Problem.Place;
import dev.jitterlab.lab.experiment.GroupSelection.Excluded;
import dev.jitterlab.lab.yaml.Fields;
import dev.jitterlab.lab.yaml.Problems;
import dev.jitterlab.lab.yaml.YamlNode;
import dev.jitterlab.lab.yaml.YamlNode.Sequence;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;

/**
 * Makes the groups: the product of the variables' values, without what {@code exclude} describes,
 * and with what {@code include} adds.
 */
record SelectionReader(Problems problems, TargetsReader targets) {
  /** An entry of one of the two lists. */
  private record Described(Place place, Map<String, String> values) {}

  SelectionReader(Problems problems) {
    this(problems, new TargetsReader(problems));
  }

  /** Reads both; what is wrong is reported. */
  SelectedGroups read(Fields fields, List<Variable> variables) {
    List<Described> include = include(fields, variables);
    List<Described> exclude =
        described(fields, "exclude").stream()
            .flatMap(list -> described(list, variables).stream())
            .toList();
    List<Variable> wider = widened(variables, include);
    if (variables.isEmpty()) {
      Combination only = new Combination(Combinations.ONLY, Map.of());
      return new SelectedGroups(List.of(only), GroupSelection.WHOLE, variables);
    }
    Place place = fields.node("groups").map(YamlNode::place).orElse(fields.place());
    if (Combinations.count(variables) > Combinations.MAX - include.size()) {
      String what = "the variables make more than " + Combinations.MAX + " groups";
      problems.add(place, what, "Use fewer variables or values, or several experiments.");
      return new SelectedGroups(List.of(), GroupSelection.WHOLE, wider);
    }
    SequencedSet<Map<String, String>> product =
        Collections.unmodifiableSequencedSet(new LinkedHashSet<>(Combinations.product(variables)));
    SequencedSet<Map<String, String>> all = new LinkedHashSet<>(product);
    include.forEach(group -> all.add(group.values()));
    Optional<List<Combination>> named = Combinations.named(List.copyOf(all));
    if (named.isEmpty()) {
      String what = "two groups would have the same name, because only ";
      if (Combinations.areNamesTooLong(List.copyOf(all))) {
        problems.add(
            place,
            what + "the first " + Combinations.MAX_NAME_LENGTH + " characters of a name count",
            "Give the values shorter names, and say in `properties` what they stand for.");
      } else {
        problems.add(
            place,
            what + "letters, digits and ._+- count",
            "Rename the values so that they differ in those characters.");
      }
      return new SelectedGroups(List.of(), GroupSelection.WHOLE, wider);
    }
    return selected(fields, named.get(), product, exclude, include, wider);
  }

  private SelectedGroups selected(
      Fields fields,
      List<Combination> all,
      SequencedSet<Map<String, String>> product,
      List<Described> exclude,
      List<Described> include,
      List<Variable> variables) {
    List<Combination> groups = new ArrayList<>();
    List<Excluded> excluded = new ArrayList<>();
    Map<String, String> included = new LinkedHashMap<>();
    for (Combination group : all) {
      List<Place> out =
          exclude.stream()
              .filter(entry -> product.contains(group.values()) && group.matches(entry.values()))
              .map(Described::place)
              .toList();
      List<Place> in =
          include.stream()
              .filter(entry -> entry.values().equals(group.values()))
              .map(Described::place)
              .toList();
      boolean there = product.contains(group.values()) && out.isEmpty();
      in.stream().skip(there ? 0 : 1).forEach(place -> repeated(place, group));
      if (there || !in.isEmpty()) {
        groups.add(group);
        in.stream().findFirst().ifPresent(place -> included.put(group.name(), place.brief()));
      } else {
        List<String> lines = out.stream().map(Place::brief).distinct().toList();
        excluded.add(new Excluded(group.name(), group.values(), lines));
      }
    }
    if (groups.isEmpty()) {
      Place place = fields.node("exclude").map(YamlNode::place).orElse(fields.place());
      problems.add(place, "`exclude` leaves no group", "Exclude less, or include a group.");
    }
    return new SelectedGroups(
        List.copyOf(groups),
        new GroupSelection(List.copyOf(excluded), Collections.unmodifiableMap(included)),
        variables);
  }

  private void repeated(Place place, Combination group) {
    String what = "`include` adds the group `" + group.name() + "`, which is there already";
    problems.add(place, what, "Remove the entry.");
  }

  private List<Sequence> described(Fields fields, String key) {
    List<Sequence> entries = new ArrayList<>();
    for (YamlNode node : fields.list(key, "a list of targets such as [['memory=6GB']]")) {
      if (node instanceof Sequence list && !list.items().isEmpty()) {
        entries.add(list);
      } else {
        String found = node instanceof Sequence ? "an empty list" : node.description();
        String what =
            "an entry of `%s`: expected %s, found %s".formatted(key, TargetsReader.FORM, found);
        problems.add(node.place(), what, "Correct the list; docs/experiments.md has an example.");
      }
    }
    return entries;
  }

  private Optional<Described> described(Sequence list, List<Variable> variables) {
    return targets.read(list.items(), variables).map(values -> new Described(list.place(), values));
  }

  /** The groups to add: each names a value of each variable, be it one of {@code groups} or not. */
  private List<Described> include(Fields fields, List<Variable> variables) {
    List<Described> include = new ArrayList<>();
    for (Sequence list : described(fields, "include")) {
      targets
          .readNew(list.items(), variables)
          .map(values -> inOrder(values, variables))
          .ifPresent(
              values -> {
                List<String> open =
                    variables.stream()
                        .map(Variable::name)
                        .filter(name -> !values.containsKey(name))
                        .toList();
                if (open.isEmpty()) {
                  include.add(new Described(list.place(), values));
                } else {
                  String what =
                      "`include`: expected a value of every variable, found none of `"
                          + String.join("`, `", open)
                          + "`";
                  problems.add(list.place(), what, "Add `" + open.getFirst() + "=…`.");
                }
              });
    }
    return include;
  }

  private static Map<String, String> inOrder(Map<String, String> values, List<Variable> variables) {
    Map<String, String> ordered = new LinkedHashMap<>();
    variables.stream()
        .map(Variable::name)
        .filter(values::containsKey)
        .forEach(name -> ordered.put(name, values.get(name)));
    return Collections.unmodifiableMap(ordered);
  }

  private static List<Variable> widened(List<Variable> variables, List<Described> include) {
    return variables.stream()
        .map(
            variable -> {
              SequencedSet<String> values = new LinkedHashSet<>(variable.values());
              include.forEach(group -> values.add(group.values().get(variable.name())));
              return new Variable(variable.name(), List.copyOf(values));
            })
        .toList();
  }
}
