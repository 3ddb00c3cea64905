package dev.jitterlab.lab.experiment;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The Cartesian product of the variables' values (thesis, section 5.3.3): the last variable changes
 * fastest. Names are the values joined by hyphens, or, if that does not tell the groups apart, with
 * each variable's name before its value.
 */
public final class Combinations {
  /** The name of the only group of an experiment without variables. */
  static final String ONLY = "all";

  /** More groups than this would run for days. */
  static final int MAX = 1_000;

  /** What is longer than a folder's name should be is cut. */
  static final int MAX_NAME_LENGTH = 120;

  private Combinations() {}

  /** How many combinations there are; {@code Long.MAX_VALUE} stands for that many or more. */
  static long count(List<Variable> variables) {
    long count = 1;
    for (Variable variable : variables) {
      count *= variable.values().size();
      if (count > Integer.MAX_VALUE) {
        return Long.MAX_VALUE;
      }
    }
    return count;
  }

  /** Gives combinations their names; empty if two would have the same name. */
  static Optional<List<Combination>> named(List<Map<String, String>> combinations) {
    return named(combinations, values -> folderName(String.join("-", values.values())))
        .or(() -> named(combinations, Combinations::longName));
  }

  /** All combinations of values; the last variable changes fastest. */
  static List<Map<String, String>> product(List<Variable> variables) {
    List<Map<String, String>> product = List.of(Map.of());
    for (Variable variable : variables) {
      List<Map<String, String>> longer = new ArrayList<>();
      for (Map<String, String> prefix : product) {
        for (String value : variable.values()) {
          Map<String, String> combination = new LinkedHashMap<>(prefix);
          combination.put(variable.name(), value);
          longer.add(Collections.unmodifiableMap(combination));
        }
      }
      product = longer;
    }
    return product;
  }

  private static Optional<List<Combination>> named(
      List<Map<String, String>> product, Function<Map<String, String>, String> name) {
    List<Combination> combinations =
        product.stream().map(values -> new Combination(name.apply(values), values)).toList();
    long distinct = combinations.stream().map(Combination::name).distinct().count();
    return distinct == product.size() ? Optional.of(combinations) : Optional.empty();
  }

  private static String longName(Map<String, String> values) {
    return folderName(withVariables(values));
  }

  private static String withVariables(Map<String, String> values) {
    return values.entrySet().stream()
        .map(value -> value.getKey() + "_" + value.getValue())
        .collect(Collectors.joining("-"));
  }

  /** Whether combinations that have no names of their own would have them if none were cut. */
  static boolean areNamesTooLong(List<Map<String, String>> combinations) {
    long distinct =
        combinations.stream().map(values -> clean(withVariables(values))).distinct().count();
    return distinct == combinations.size();
  }

  /**
   * The baseline once more, under another name: what differs between the two is chance alone.
   *
   * @return empty where the baseline is no group, which was reported
   */
  static Optional<Combination> again(String baseline, List<Combination> combinations) {
    List<String> taken = combinations.stream().map(Combination::name).toList();
    String name = baseline + "-again";
    while (taken.contains(name)) {
      name += "-again";
    }
    String free = name;
    return combinations.stream()
        .filter(combination -> combination.name().equals(baseline))
        .findFirst()
        .map(combination -> new Combination(free, combination.values()));
  }

  /** The text with what a folder's name should not have replaced by an underscore. */
  public static String folderName(String text) {
    String clean = clean(text);
    String cut = clean.substring(0, Math.min(clean.length(), MAX_NAME_LENGTH));
    return cut.isEmpty() ? ONLY : cut;
  }

  private static String clean(String text) {
    return text.replaceAll("[^A-Za-z0-9._+-]", "_").replaceAll("^[.+-]", "_");
  }
}
