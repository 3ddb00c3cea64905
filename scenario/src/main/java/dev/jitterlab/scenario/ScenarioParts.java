package dev.jitterlab.scenario;

import java.util.ArrayList;
import java.util.List;

/** Reads the smaller parts of a scenario: values, think times, ranges. Stateless. */
final class ScenarioParts {
  private static final long MOST_NUMBER = 1L << 52;
  private static final int MOST_LETTERS = 1_000;
  private static final int MOST_ZIPF = 1_000_000;
  private static final String VALUE_NAME = "[A-Za-z][A-Za-z0-9_]{0,39}";

  private ScenarioParts() {}

  /** Reads `think`: a time, two times, or `{exponential: time}`. */
  static ThinkTime think(ScenarioFields fields, ThinkTime otherwise) {
    if (!fields.has("think")) {
      return otherwise;
    }
    ScenarioNode node = fields.node("think");
    ThinkTime think = node.isText() ? spread(node.text()) : exponential(node);
    if (think == null) {
      fields.wrong(
          "think", "a time such as 2s, two such as 1s..3s, or {exponential: 2s}; at most 1h");
      return otherwise;
    }
    return think;
  }

  private static ThinkTime spread(String text) {
    int dots = text.indexOf("..");
    long fromNs = ScenarioFields.ns(dots < 0 ? text : text.substring(0, dots));
    long toNs = dots < 0 ? fromNs : ScenarioFields.ns(text.substring(dots + 2));
    if (fromNs < 0 || toNs < fromNs) {
      return null;
    }
    return dots < 0 ? ThinkTime.fixed(fromNs) : ThinkTime.uniform(fromNs, toNs);
  }

  private static ThinkTime exponential(ScenarioNode node) {
    ScenarioNode mean = node.isMapping() ? node.entries().get("exponential") : null;
    if (mean == null || node.entries().size() != 1 || !mean.isText()) {
      return null;
    }
    long meanNs = ScenarioFields.ns(mean.text());
    return meanNs < 1 ? null : ThinkTime.exponential(meanNs);
  }

  /** Reads a value that a journey draws; null if it is wrong, which was reported. */
  static DrawnValue drawn(String name, ScenarioNode node, ScenarioProblems problems) {
    if (!name.matches(VALUE_NAME) || name.equals(JourneyValues.USER)) {
      problems.add(
          node.place(),
          "`" + name + "` cannot be the name of a value",
          "Use letters, digits and _, beginning with a letter; `user` is the number of the user.");
      return null;
    }
    DrawnValue value = drawn(node);
    if (value == null) {
      ScenarioFields.wrong(
          node,
          name,
          "a range such as 1..1000, a list of texts, {zipf: 1.1, of: 1..1000} or {letters: 12}",
          problems);
    }
    return value;
  }

  private static DrawnValue drawn(ScenarioNode node) {
    if (node.isText()) {
      long[] range = range(node.text());
      return range == null ? null : DrawnValue.range(range[0], range[1]);
    }
    if (node.isList()) {
      List<String> texts = new ArrayList<>();
      for (ScenarioNode item : node.items()) {
        if (!item.isText() || hasControl(item.text())) {
          return null;
        }
        texts.add(item.text());
      }
      return texts.isEmpty() ? null : DrawnValue.oneOf(texts);
    }
    if (node.entries().size() == 1 && node.entries().containsKey("letters")) {
      long[] letters = range(node.entries().get("letters"));
      return letters == null || letters[0] < 1 || letters[0] > MOST_LETTERS
          ? null
          : DrawnValue.letters((int) letters[0]);
    }
    return zipf(node);
  }

  private static DrawnValue zipf(ScenarioNode node) {
    long[] range = range(node.entries().get("of"));
    ScenarioNode exponent = node.entries().get("zipf");
    if (node.entries().size() != 2 || range == null || exponent == null || !exponent.isText()) {
      return null;
    }
    try {
      double s = Double.parseDouble(exponent.text());
      return range[1] - range[0] < MOST_ZIPF && s > 0 && s <= 10
          ? DrawnValue.zipf(range[0], range[1], s)
          : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static long[] range(ScenarioNode node) {
    return node != null && node.isText() ? range(node.text()) : null;
  }

  /** Returns both ends of a range such as {@code 1..10}, or twice a number; null if it is none. */
  static long[] range(String text) {
    int dots = text.indexOf("..");
    try {
      long from = Long.parseLong(dots < 0 ? text : text.substring(0, dots));
      long to = dots < 0 ? from : Long.parseLong(text.substring(dots + 2));
      return from <= to && from >= 0 && to <= MOST_NUMBER ? new long[] {from, to} : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** Returns whether a text has characters that could end a line of a request. */
  static boolean hasControl(String text) {
    return text.chars().anyMatch(one -> (one < ' ' && one != '\t') || one == 0x7f);
  }
}
