package dev.jitterlab.lab.plan;

import dev.jitterlab.lab.experiment.Arguments;
import dev.jitterlab.lab.placeholder.Placeholders;
import dev.jitterlab.lab.placeholder.StartPlaceholders;
import dev.jitterlab.lab.plan.Plan.Group;
import dev.jitterlab.lab.yaml.Problems;
import dev.jitterlab.lab.yaml.Spelling;
import dev.jitterlab.lab.yaml.YamlNode.Scalar;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The plan's step of filling the texts of one instance: what the plan knows is filled, what {@link
 * StartPlaceholders} stand for is left. A placeholder that stands alone and has several words is
 * spliced: a word of the command line each. Values may have placeholders too. For one thread.
 */
final class CommandFiller {
  static final String JVM_ARGUMENTS = "jvm_arguments";

  /** The variables that the JVM or its launcher splits at blanks, except in quotes. */
  private static final Set<String> SPLIT_BY_THE_JVM =
      Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS");

  private static final String PROPERTY = "properties.";

  /** A property may name others; deeper than this, one names itself. */
  private static final int MAX_DEPTH = 5;

  private final Group group;
  private final Map<String, String> values;
  private final List<String> jvmArguments;
  private final Predicate<String> later;
  private final Problems problems;
  private final Set<String> used = new HashSet<>();

  /**
   * @param values names to values
   * @param jvmArguments what {@code ${jvm_arguments}} stands for
   * @param later the names that are filled when the process starts
   */
  CommandFiller(
      Group group,
      Map<String, String> values,
      List<String> jvmArguments,
      Predicate<String> later,
      Problems problems) {
    this.group = group;
    this.values = Map.copyOf(values);
    this.jvmArguments = List.copyOf(jvmArguments);
    this.later = later;
    this.problems = problems;
  }

  /** Whether any text had one of these placeholders. */
  boolean hasUsed(String... names) {
    return Set.of(names).stream().anyMatch(used::contains);
  }

  /** The words of a command line. */
  List<String> words(List<Scalar> items) {
    return items.stream().flatMap(item -> words(item, item.text(), 0).stream()).toList();
  }

  /** A word that is a placeholder alone may be several; those of a property too. */
  private List<String> words(Scalar item, String text, int depth) {
    String name = Placeholders.alone(text).orElse("");
    if (name.equals(JVM_ARGUMENTS)) {
      used.add(name);
      return jvmArguments.stream().map(word -> filled(item, word, depth + 1)).toList();
    }
    Optional<Object> property =
        name.startsWith(PROPERTY) && depth <= MAX_DEPTH
            ? property(group.properties(), name.substring(PROPERTY.length()))
            : Optional.empty();
    return property
        .map(
            value ->
                split(value, item).stream()
                    .flatMap(word -> words(item, word, depth + 1).stream())
                    .toList())
        .orElseGet(() -> List.of(filled(item, text, depth)));
  }

  /** A property by its path; a key may itself have dots in it. */
  private static Optional<Object> property(Map<?, ?> properties, String path) {
    if (properties.containsKey(path)) {
      return Optional.ofNullable(properties.get(path));
    }
    return properties.entrySet().stream()
        .filter(entry -> path.startsWith(entry.getKey() + "."))
        .filter(entry -> entry.getValue() instanceof Map)
        .flatMap(
            entry ->
                property(
                    (Map<?, ?>) entry.getValue(),
                    path.substring(entry.getKey().toString().length() + 1))
                    .stream())
        .findFirst();
  }

  private List<String> split(Object value, Scalar item) {
    return switch (value) {
      case Map<?, ?> mapping ->
          mapping.values().stream().flatMap(part -> split(part, item).stream()).toList();
      case Iterable<?> list -> {
        List<String> words = new ArrayList<>();
        list.forEach(part -> words.addAll(split(part, item)));
        yield words;
      }
      case Object single ->
          Arguments.split(single.toString())
              .orElseGet(
                  () -> {
                    String what =
                        "a quote is not closed in `%s`, which is %s of the group `%s`"
                            .formatted(single, item.text(), group.name());
                    problems.add(item.place(), what, "Add the closing quote.");
                    return List.of();
                  });
    };
  }

  /** A text as one word. */
  String text(Scalar item) {
    return filled(item, item.text(), 0);
  }

  /**
   * The value of an environment variable. Where the JVM splits it, each flag stays one argument,
   * whatever blanks are in it or in the folder that a placeholder stands for.
   */
  String variable(String name, Scalar item) {
    if (!SPLIT_BY_THE_JVM.contains(name)) {
      return text(item);
    }
    String text =
        Placeholders.fillKnown(
            item.text(),
            one ->
                one.name().equals(JVM_ARGUMENTS) && one.isClosed()
                    ? Optional.of(quotedArguments())
                    : Optional.empty());
    return filled(item, text, 0);
  }

  private String quotedArguments() {
    used.add(JVM_ARGUMENTS);
    return jvmArguments.stream()
        .map(
            argument ->
                argument.contains("${") && Arguments.quoted(argument).equals(argument)
                    ? '"' + argument + '"'
                    : Arguments.quoted(argument))
        .collect(Collectors.joining(" "));
  }

  private String filled(Scalar item, String text, int depth) {
    if (depth > MAX_DEPTH) {
      String what = "a property of the group `%s` refers to itself: `%s`";
      problems.add(item.place(), what.formatted(group.name(), text), "Remove that reference.");
      return "";
    }
    return Placeholders.fillKnown(
        text,
        one ->
            one.isClosed(item.place(), problems) && !isLater(one.name())
                ? Optional.of(value(item, one.name(), depth))
                : Optional.empty());
  }

  private boolean isLater(String name) {
    boolean isLater = later.test(name);
    if (isLater) {
      used.add(name);
    }
    return isLater;
  }

  private String value(Scalar item, String name, int depth) {
    used.add(name);
    String value = name.equals(JVM_ARGUMENTS) ? String.join(" ", jvmArguments) : values.get(name);
    if (value == null) {
      unknown(item, name);
      return "";
    }
    return filled(item, value, depth + 1);
  }

  private void unknown(Scalar item, String name) {
    Set<String> known = new TreeSet<>(values.keySet());
    known.add(JVM_ARGUMENTS);
    for (String start :
        List.of(StartPlaceholders.PORT, StartPlaceholders.DIRECTORY, StartPlaceholders.TARGET)) {
      if (later.test(start)) {
        known.add(start);
      }
    }
    String what =
        "the group `%s` has no value for `${%s}`\n%s"
            .formatted(group.name(), name, Spelling.expected(name, known));
    problems.add(item.place(), what, "Correct it, or set the property; " + Placeholders.REMEDY);
  }
}
