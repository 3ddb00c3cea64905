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
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads the values of a mapping by key and type. Whatever is missing or wrong is an empty result;
 * what is wrong was also reported, so the reader goes on with a default and finds the next error.
 *
 * @param mapping may have any keys
 * @param problems takes what is wrong
 */
public record Fields(Mapping mapping, Problems problems) {
  private static final String CORRECT = "Correct the value; " + YamlFile.DOCS;
  private static final Pattern PERCENT = Pattern.compile("\\d{1,3}(\\.\\d{1,6})? ?%");

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
    return mapping.value(key);
  }

  /** Whether the mapping has the key, with a right value or a wrong one. */
  public boolean has(String key) {
    return node(key).isPresent();
  }

  /** Reports a mapping that lacks the key. */
  public void require(String key, String what, String remedy) {
    if (!has(key)) {
      report(what, remedy);
    }
  }

  /** Reports what is wrong with the whole mapping. */
  public void report(String what, String remedy) {
    problems.add(place(), what, remedy);
  }

  /** A text, number or boolean. */
  public Optional<Scalar> scalar(String key, String expected) {
    return node(key).flatMap(node -> scalar(node, quoted(key), expected, problems));
  }

  /** What a text, number or boolean is read as; one that cannot be is reported. */
  public <T> Optional<T> value(
      String key, String expected, Function<Scalar, Optional<? extends T>> reading) {
    return value(key, expected, reading, _ -> CORRECT);
  }

  private <T> Optional<T> value(
      String key,
      String expected,
      Function<Scalar, Optional<? extends T>> reading,
      Function<Scalar, String> remedy) {
    Optional<Scalar> scalar = scalar(key, expected);
    Optional<T> value = scalar.flatMap(reading);
    if (scalar.isPresent() && value.isEmpty()) {
      wrongType(scalar.get(), quoted(key), expected, remedy.apply(scalar.get()), problems);
    }
    return value;
  }

  /** Requires that a key has the one word that it may have. */
  public void requireWord(String key, String word, String missing, String remedy) {
    require(key, missing, "Add " + key + ": " + word + ".");
    String expected = "the word " + word;
    scalar(key, expected)
        .filter(given -> !given.text().equals(word))
        .ifPresent(given -> wrongType(given, quoted(key), expected, remedy, problems));
  }

  /** A text that is not blank; numbers and booleans are taken as written. */
  public Optional<String> text(String key) {
    return scalar(key, "a text").map(Scalar::text);
  }

  /** A text of a certain form. */
  public Optional<String> text(String key, String expected, Predicate<String> form) {
    return value(key, expected, scalar -> Optional.of(scalar.text()).filter(form));
  }

  /** A text; one that is wrong is reported, and given all the same. */
  public Optional<String> checkedText(
      String key,
      String expected,
      Predicate<String> isRight,
      UnaryOperator<String> what,
      String remedy) {
    Optional<Scalar> given = scalar(key, expected);
    given
        .filter(scalar -> !isRight.test(scalar.text()))
        .ifPresent(scalar -> problems.add(scalar.place(), what.apply(scalar.text()), remedy));
    return given.map(Scalar::text);
  }

  /** The texts of a list; those items that are none are reported and left out. */
  public List<Scalar> texts(String key) {
    return list(key, "a list of texts").stream()
        .flatMap(item -> scalar(item, quoted(key), "a text", problems).stream())
        .toList();
  }

  /** A whole number within bounds. */
  public Optional<Long> integer(String key, long min, long max) {
    return value(
        key,
        "a whole number from " + min + " to " + max,
        scalar -> wholeNumber(scalar).filter(number -> number >= min && number <= max));
  }

  /** A time with its unit, from {@code min} to a day. */
  public Optional<Duration> duration(String key, Duration min) {
    return value(
        key,
        "a time from " + min.toMillis() + "ms to 24h, such as 20s, 500ms or 2m",
        scalar ->
            Durations.parse(scalar.text())
                .filter(
                    time -> time.compareTo(min) >= 0 && time.compareTo(Duration.ofHours(24)) <= 0),
        scalar ->
            scalar.type() == Scalar.Type.INTEGER
                ? "Add the unit, as in " + scalar.text() + "s."
                : "Write a number and its unit: ms, s, m or h.");
  }

  /** A part of a whole, above 0 % and at most {@code max} %; returned in percent. */
  public Optional<Double> percent(String key, double max) {
    return value(
        key,
        "a part above 0% and at most " + Units.number(max) + "%, such as 3%",
        scalar ->
            Optional.of(scalar.text())
                .filter(PERCENT.asMatchPredicate())
                .map(text -> Double.valueOf(text.replaceFirst(" ?%", "")))
                .filter(part -> part > 0 && part <= max),
        _ -> "Write a number and its unit, %.");
  }

  /** True or false, in each spelling that YAML has for them, such as {@code True}. */
  public Optional<Boolean> truth(String key) {
    return value(
        key,
        "true or false",
        scalar ->
            scalar.type() == Scalar.Type.BOOLEAN
                ? Optional.of(Boolean.parseBoolean(scalar.text()))
                : Optional.empty());
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
    return node(key).flatMap(node -> mapping(node, quoted(key), expected, problems));
  }

  /** A mapping that may have the known keys only. */
  public Optional<Fields> section(String key, String expected, Collection<String> known) {
    return mapping(key, expected).map(section -> new Fields(section, known, problems));
  }

  /** The mappings of a list; those items that are none are reported and left out. */
  public List<Fields> sections(
      String key, String expected, String expectedItem, Collection<String> known) {
    return list(key, expected).stream()
        .flatMap(item -> mapping(item, quoted(key), expectedItem, problems).stream())
        .map(section -> new Fields(section, known, problems))
        .toList();
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
    String what = quoted(key) + ": expected " + expected + ", found " + found;
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
    wrongType(node, name, expected, CORRECT, problems);
  }

  /** Reports that a value is not what was expected, with a remedy that fits it. */
  public static void wrongType(
      YamlNode node, String name, String expected, String remedy, Problems problems) {
    String what = name + ": expected " + expected + ", found " + node.description();
    problems.add(node.place(), what, remedy);
  }

  private static String quoted(String key) {
    return "`" + key + "`";
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
