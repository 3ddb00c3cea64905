package dev.jitterlab.cli;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.collector.KnownCollectors;
import dev.jitterlab.lab.experiment.Arguments;
import dev.jitterlab.lab.placeholder.Placeholders;
import dev.jitterlab.lab.placeholder.StartPlaceholders;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A command line that a user gave as one argument, and how it is written into an experiment. */
final class CommandWords {
  /** What a shell would do with a command, and nobody does here. */
  private static final Pattern OF_A_SHELL = Pattern.compile("[|&;<>]+|[12]>.*|>.+|<.+");

  private CommandWords() {}

  /**
   * Refuses what cannot be a command here.
   *
   * @param where the argument, for the error
   */
  static void check(String where, String command) {
    if (command.isBlank() || command.chars().anyMatch(Character::isISOControl)) {
      throw LabException.wrong(
          where, "expected a command line, found a blank or broken text", "Write it in one line.");
    }
    List<String> words =
        Arguments.split(command)
            .orElseThrow(
                () ->
                    LabException.wrong(
                        where, "a quote is not closed: " + command, "Add the closing quote."));
    for (String word : words) {
      if (OF_A_SHELL.matcher(word).matches()) {
        throw LabException.wrong(
            where,
            "`%s` means something to a shell, and no shell runs the command".formatted(word),
            "Put the line into a script that ends with `exec`, and name the script.");
      }
    }
  }

  static boolean namesPort(String text) {
    return Placeholders.in(text).stream()
        .anyMatch(
            one ->
                StartPlaceholders.isPort(one.name())
                    || one.name().equals(StartPlaceholders.TARGET));
  }

  /** In YAML: every collector that needs flags of the JVM is off. */
  static String withoutFlags() {
    return KnownCollectors.all().stream()
        .filter(one -> one.fixed().isEmpty() && one.isOnByDefault())
        .filter(one -> !one.jvmArguments().isEmpty())
        .map(one -> one.name() + ": false")
        .collect(Collectors.joining(", "));
  }

  static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }
}
