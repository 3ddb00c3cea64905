package dev.jitterlab.lab.experiment;

import dev.jitterlab.lab.yaml.YamlNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Splits texts such as {@code -Xmx6G -Xms6G} into arguments. */
public final class Arguments {
  /** Options of the launcher whose value may be the next argument. */
  private static final Set<String> WITH_VALUE =
      Set.of(
          "--add-exports",
          "--add-modules",
          "--add-opens",
          "--add-reads",
          "--enable-native-access",
          "--limit-modules",
          "--module-path",
          "--patch-module",
          "--upgrade-module-path",
          "-p");

  /** Plain letters and quoted parts, side by side; possessive, so that long texts are no risk. */
  private static final Pattern ARGUMENT =
      Pattern.compile("\\s*((?:[^\\s\"']++|\"[^\"]*+\"|'[^']*+')++)");

  private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"|'([^']*)'");

  private Arguments() {}

  /**
   * The arguments in a property: of a text, of each text in a list, or of each value of a mapping,
   * in the file's order. The property must have been validated.
   */
  public static List<String> of(YamlNode node) {
    Stream<String> arguments =
        switch (node) {
          case YamlNode.Scalar scalar -> split(scalar.text()).orElseThrow().stream();
          case YamlNode.Sequence list -> list.items().stream().flatMap(item -> of(item).stream());
          case YamlNode.Mapping mapping ->
              mapping.entries().stream().flatMap(entry -> of(entry.value()).stream());
        };
    return arguments.toList();
  }

  /**
   * Splits at blanks; single or double quotes keep blanks together and are taken off.
   *
   * @return empty if a quote is not closed
   */
  public static Optional<List<String>> split(String text) {
    Matcher matcher = ARGUMENT.matcher(text);
    List<String> arguments = new ArrayList<>();
    int end = 0;
    while (matcher.lookingAt()) {
      arguments.add(QUOTED.matcher(matcher.group(1)).replaceAll("$1$2"));
      end = matcher.end();
      matcher.region(end, text.length());
    }
    return text.substring(end).isBlank() ? Optional.of(arguments) : Optional.empty();
  }

  /** The text that {@link #split} takes for one argument: this one. */
  public static String quoted(String argument) {
    if (!argument.isEmpty() && argument.chars().noneMatch(Arguments::splits)) {
      return argument;
    }
    StringBuilder text = new StringBuilder();
    for (String part : argument.splitWithDelimiters("\"+", 0)) {
      char quote = part.startsWith("\"") ? '\'' : '"';
      text.append(quote).append(part).append(quote);
    }
    return text.toString();
  }

  private static boolean splits(int letter) {
    return Character.isWhitespace(letter) || letter == '"' || letter == '\'';
  }

  /** Whether an option of the {@code java} launcher may have its value in the next argument. */
  public static boolean takesValue(String option) {
    return WITH_VALUE.contains(option);
  }

  /**
   * The first argument that the {@code java} launcher would take for the main class, because it is
   * no flag and not the value of one.
   */
  static Optional<String> notAFlag(List<String> arguments) {
    String previous = "";
    for (String argument : arguments) {
      boolean flag = argument.startsWith("-") || argument.startsWith("@");
      if (!flag && !takesValue(previous)) {
        return Optional.of(argument);
      }
      previous = argument;
    }
    return Optional.empty();
  }
}
