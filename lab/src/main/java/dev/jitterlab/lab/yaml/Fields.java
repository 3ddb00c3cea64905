package dev.jitterlab.lab.yaml;

import dev.jitterlab.lab.Problem.Place;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.yaml.YamlNode.Mapping;
import dev.jitterlab.lab.yaml.YamlNode.Scalar;
import dev.jitterlab.lab.yaml.YamlNode.Sequence;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads the values of a mapping by key and type. Whatever is missing or wrong is an empty result;
 * what is wrong was also reported, so the reader goes on with a default and finds the next error.
 */
public final class Fields {
  private static final Pattern PERCENT = Pattern.compile("\\d{1,3}(\\.\\d{1,6})? ?%");

  private final Mapping mapping;
  private final Problems problems;

  /** Reads any keys. */
  public Fields(Mapping mapping, Problems problems) {
    this.mapping = mapping;
    this.problems = problems;
  }

  /** Reads a mapping that may have the known keys only; others are reported. */
  public Fields(Mapping mapping, Collection<String> known, Problems problems) {
    this(mapping, problems);
    for (YamlNode.Entry entry : mapping.entries()) {
      if (!known.contains(entry.key())) {
        String what = "unknown key `" + entry.key() + "`\n" + Spelling.expected(entry.key(), known);
        problems.add(entry.place(), what, "Correct or remove the key; " + YamlFile.DOCS);
      }
    }
  }

  /** The place of the whole mapping. */
  public Place place() {
    return mapping.place();
  }

  /** The value, of any type. */
  public Optional<YamlNode> node(String key) {
    return mapping.entry(key).map(YamlNode.Entry::value);
  }

  /** A text, number or boolean. */
  public Optional<Scalar> scalar(String key, String expected) {
    return node(key).flatMap(node -> scalar(node, "`" + key + "`", expected, problems));
  }

  /** A text that is not blank; numbers and booleans are taken as written. */
  public Optional<String> text(String key) {
    return scalar(key, "a text").map(Scalar::text);
  }

  /** A whole number within bounds. */
  public Optional<Long> integer(String key, long min, long max) {
    String expected = "a whole number from " + min + " to " + max;
    Optional<Scalar> scalar = scalar(key, expected);
    Optional<Long> number = scalar.flatMap(Fields::wholeNumber);
    if (number.isPresent() && number.get() >= min && number.get() <= max) {
      return number;
    }
    scalar.ifPresent(found -> wrongType(found, "`" + key + "`", expected, problems));
    return Optional.empty();
  }

  /** A time with its unit, from {@code min} to a day. */
  public Optional<Duration> duration(String key, Duration min) {
    String expected = "a time from " + min.toMillis() + "ms to 24h, such as 20s, 500ms or 2m";
    Optional<Scalar> scalar = scalar(key, expected);
    Optional<Duration> time = scalar.map(Scalar::text).flatMap(Durations::parse);
    if (time.isPresent() && time.get().compareTo(min) >= 0 && time.get().toHours() <= 24) {
      return time;
    }
    scalar.ifPresent(
        found ->
            wrongType(
                found,
                "`" + key + "`",
                expected,
                found.type() == Scalar.Type.INTEGER
                    ? "Add the unit, as in " + found.text() + "s."
                    : "Write a number and its unit: ms, s, m or h.",
                problems));
    return Optional.empty();
  }

  /** A part of a whole, above 0 % and at most {@code max} %; returned in percent. */
  public Optional<Double> percent(String key, double max) {
    String expected = "a part above 0% and at most " + Units.number(max) + "%, such as 3%";
    Optional<Scalar> scalar = scalar(key, expected);
    Optional<Double> percent =
        scalar
            .filter(given -> PERCENT.matcher(given.text()).matches())
            .map(given -> Double.valueOf(given.text().replaceFirst(" ?%", "")))
            .filter(part -> part > 0 && part <= max);
    if (percent.isEmpty()) {
      scalar.ifPresent(
          found ->
              wrongType(
                  found, "`" + key + "`", expected, "Write a number and its unit, %.", problems));
    }
    return percent;
  }

  /** True or false. */
  public Optional<Boolean> truth(String key) {
    String expected = "true or false";
    Optional<Scalar> scalar = scalar(key, expected);
    Optional<Boolean> truth =
        scalar.filter(s -> s.type() == Scalar.Type.BOOLEAN).map(s -> s.text().equals("true"));
    if (truth.isEmpty()) {
      scalar.ifPresent(found -> wrongType(found, "`" + key + "`", expected, problems));
    }
    return truth;
  }

  /** One of some constants, by its word. */
  public <E> Optional<E> choice(String key, E[] constants, Function<? super E, String> word) {
    List<String> words = Stream.of(constants).map(word).toList();
    Optional<Scalar> given = scalar(key, "one of: " + String.join(", ", words));
    Optional<E> found =
        given.flatMap(
            scalar ->
                Stream.of(constants)
                    .filter(one -> word.apply(one).equals(scalar.text()))
                    .findFirst());
    if (found.isEmpty()) {
      given.ifPresent(scalar -> unknownWord(scalar, key, words));
    }
    return found;
  }

  /** Reports that a word is none of those that are known. */
  public void unknownWord(Scalar word, String key, List<String> known) {
    String what =
        "unknown value `%s` of `%s`\n%s"
            .formatted(word.text(), key, Spelling.expected(word.text(), known));
    problems.add(word.place(), what, "Write one of them, or leave the key out.");
  }

  /** A mapping. */
  public Optional<Mapping> mapping(String key, String expected) {
    return node(key).flatMap(node -> mapping(node, "`" + key + "`", expected, problems));
  }

  /** The items of a list that has some; empty where the key is missing or wrong. */
  public List<YamlNode> list(String key, String expected) {
    Optional<YamlNode> node = node(key);
    if (node.isEmpty()) {
      return List.of();
    }
    if (node.get() instanceof Sequence list && !list.items().isEmpty()) {
      return list.items();
    }
    String found = node.get() instanceof Sequence ? "an empty list" : node.get().description();
    String what = "`" + key + "`: expected " + expected + ", found " + found;
    problems.add(node.get().place(), what, "Correct the list; " + YamlFile.DOCS);
    return List.of();
  }

  /** A text, number or boolean; anything else is reported. */
  public static Optional<Scalar> scalar(
      YamlNode node, String name, String expected, Problems problems) {
    if (node instanceof Scalar scalar
        && scalar.type() != Scalar.Type.EMPTY
        && !scalar.text().isBlank()) {
      return Optional.of(scalar);
    }
    wrongType(node, name, expected, problems);
    return Optional.empty();
  }

  /** A mapping; anything else is reported. */
  public static Optional<Mapping> mapping(
      YamlNode node, String name, String expected, Problems problems) {
    if (node instanceof Mapping mapping) {
      return Optional.of(mapping);
    }
    wrongType(node, name, expected, problems);
    return Optional.empty();
  }

  /** Reports that a value is not what was expected. */
  public static void wrongType(YamlNode node, String name, String expected, Problems problems) {
    wrongType(node, name, expected, "Correct the value; " + YamlFile.DOCS, problems);
  }

  /** Reports that a value is not what was expected, with a remedy that fits it. */
  public static void wrongType(
      YamlNode node, String name, String expected, String remedy, Problems problems) {
    String what = name + ": expected " + expected + ", found " + node.description();
    problems.add(node.place(), what, remedy);
  }

  private static Optional<Long> wholeNumber(Scalar scalar) {
    try {
      return scalar.type() == Scalar.Type.INTEGER
          ? Optional.of(Long.parseLong(scalar.text()))
          : Optional.empty();
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }
}
