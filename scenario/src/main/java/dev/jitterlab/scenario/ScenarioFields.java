package dev.jitterlab.scenario;

import dev.jitterlab.arrivals.TimeSpan;
import java.util.List;
import java.util.Map;

/**
 * Reads the values of a mapping by key and type; what is wrong is reported, and a default taken.
 */
final class ScenarioFields {
  private static final String DOCS = "docs/load.md describes the format.";
  private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,39}";

  private final ScenarioNode node;
  private final ScenarioProblems problems;

  private ScenarioFields(ScenarioNode node, ScenarioProblems problems) {
    this.node = node;
    this.problems = problems;
  }

  /** Returns the fields of a mapping that may have the known keys only; null if it is none. */
  static ScenarioFields of(
      ScenarioNode node, String what, List<String> known, ScenarioProblems problems) {
    if (!node.isMapping()) {
      problems.add(
          node.place(),
          "expected " + what + ", a mapping of keys; found " + node.description(),
          "Its keys are " + String.join(", ", known) + "; " + DOCS);
      return null;
    }
    node.entries()
        .forEach(
            (key, value) -> {
              if (!known.contains(key)) {
                problems.add(
                    value.place(),
                    "unknown key `" + key + "` in " + what,
                    "Write one of: " + String.join(", ", known) + "; " + DOCS);
              }
            });
    return new ScenarioFields(node, problems);
  }

  boolean has(String key) {
    return node.entries().containsKey(key);
  }

  ScenarioNode node(String key) {
    return node.entries().get(key);
  }

  void report(String what, String remedy) {
    problems.add(node.place(), what, remedy);
  }

  /** Reports that a value is not what was expected. */
  static void wrong(ScenarioNode node, String key, String expected, ScenarioProblems problems) {
    problems.add(
        node.place(),
        "`" + key + "`: expected " + expected + ", found " + node.description(),
        "Correct the value; " + DOCS);
  }

  void wrong(String key, String expected) {
    wrong(node(key), key, expected, problems);
  }

  List<ScenarioNode> list(String key, String expected, int most) {
    if (!has(key)) {
      return List.of();
    }
    ScenarioNode list = node(key);
    if (!list.isList() || list.items().isEmpty()) {
      wrong(key, expected);
      return List.of();
    }
    if (list.items().size() > most) {
      wrong(key, "at most " + most + " of them");
      return List.of();
    }
    return list.items();
  }

  Map<String, ScenarioNode> mapping(String key, String expected) {
    if (!has(key)) {
      return Map.of();
    }
    if (!node(key).isMapping()) {
      wrong(key, expected);
      return Map.of();
    }
    return node(key).entries();
  }

  /** Returns a text; null where there is none. */
  String text(String key) {
    if (!has(key)) {
      return null;
    }
    if (!node(key).isText()) {
      wrong(key, "a text");
      return null;
    }
    return node(key).text();
  }

  boolean truth(String key, boolean otherwise) {
    String text = text(key);
    if (text == null) {
      return otherwise;
    }
    if (!text.equals("true") && !text.equals("false")) {
      wrong(key, "true or false");
    }
    return text.equals("true");
  }

  String name(String key, String otherwise) {
    String text = text(key);
    if (text == null) {
      return otherwise;
    }
    if (!text.matches(NAME)) {
      wrong(key, "a name of at most 40 letters, digits and ._-");
      return otherwise;
    }
    return text;
  }

  double number(String key, double otherwise, double least, double most) {
    String text = text(key);
    if (text == null) {
      return otherwise;
    }
    try {
      double number = Double.parseDouble(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // reported below, as a number out of the bounds is
    }
    wrong(key, "a number from " + plain(least) + " to " + plain(most));
    return otherwise;
  }

  private static String plain(double number) {
    return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
  }

  /** Returns a time of at most an hour in nanoseconds; −1 where the text is none. */
  static long ns(String text) {
    if (text.equals("0")) {
      return 0;
    }
    try {
      long ns = TimeSpan.parse(text).ns();
      return ns <= 3_600_000_000_000L ? ns : -1;
    } catch (IllegalArgumentException e) {
      return -1;
    }
  }
}
