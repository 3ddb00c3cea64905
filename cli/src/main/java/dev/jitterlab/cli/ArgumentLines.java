package dev.jitterlab.cli;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The experiment that a command makes from its arguments. Knows of each line which argument it came
 * from, so that an error in it is told where the user can correct it. For one thread.
 */
final class ArgumentLines {
  /** A line of the file, and the argument that it came from; empty where it is always there. */
  private record Line(String text, Optional<String> argument) {}

  private final String command;
  private final List<Line> lines = new ArrayList<>();

  /**
   * Begins an empty one.
   *
   * @param command of Jitterlab, for the errors
   */
  ArgumentLines(String command) {
    this.command = command;
  }

  /** A line that is always there. */
  void add(String text) {
    lines.add(new Line(text, Optional.empty()));
  }

  /** A line that came from an argument, such as {@code --rate}. */
  void add(String text, String argument) {
    lines.add(new Line(text, Optional.of(argument)));
  }

  /** The file, with a line feed at the end of each line. */
  String text() {
    return lines.stream().map(line -> line.text + "\n").collect(Collectors.joining());
  }

  /** Problems of the file, told where the user can correct them: at the arguments. */
  LabException atArguments(Path file, LabException failure) {
    return new LabException(
        failure.exitCode(), failure.problems().stream().map(one -> atArgument(file, one)).toList());
  }

  private Problem atArgument(Path file, Problem problem) {
    Matcher place =
        Pattern.compile(Pattern.quote(file.toString()) + ":(\\d+)(:\\d+)?")
            .matcher(problem.where());
    if (!place.matches()) {
      return problem;
    }
    int number = Math.min(lines.size(), Integer.parseInt(place.group(1)));
    Optional<String> argument = lines.get(number - 1).argument;
    return argument
        .map(name -> command + " " + name)
        .map(where -> new Problem(where, problem.what(), problem.remedy(), problem.details()))
        .orElse(problem);
  }
}
