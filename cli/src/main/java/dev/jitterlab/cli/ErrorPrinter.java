package dev.jitterlab.cli;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.RefusedFile;
import dev.jitterlab.lab.terminal.Terminal;
import dev.jitterlab.lab.terminal.TextWrap;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;

/**
 * Prints errors in the one form that all commands share: where and what, what was expected, what to
 * do, and below it the evidence.
 *
 * @param err stays the caller's
 */
public record ErrorPrinter(PrintWriter err, Terminal terminal) {
  private static final String MARK = "error: ";
  private static final String INDENT = " ".repeat(MARK.length());

  /** Prints whatever ended a command, and returns what the process should exit with. */
  public ExitCode print(Exception failure) {
    if (failure instanceof LabException expected) {
      expected.problems().forEach(this::print);
      if (expected.problems().size() > 1) {
        err.println(expected.problems().size() + " errors");
      }
      return expected.exitCode();
    }
    Optional<RefusedFile> refused = RefusedFile.of(failure);
    if (refused.isPresent()) {
      return print(refused.get().failure());
    }
    print(
        Problem.in(
            "jitterlab",
            "this is a defect of Jitterlab's own, not of your experiment: " + failure,
            "Please report it with the lines below and the command that you typed."));
    failure.printStackTrace(err);
    return ExitCode.DEFECT;
  }

  /** Prints one problem. */
  public void print(Problem problem) {
    List<String> what = problem.what().lines().toList();
    String first = problem.where() + ": " + (what.isEmpty() ? "" : what.getFirst());
    String mark = terminal.red(MARK.strip()) + " ";
    for (String line : wrapped(first)) {
      err.println(mark + line);
      mark = INDENT;
    }
    what.stream().skip(1).forEach(this::printIndented);
    if (!problem.remedy().isBlank()) {
      printIndented(problem.remedy());
    }
    problem.evidence().stream()
        .flatMap(String::lines)
        .forEach(line -> err.println(INDENT + terminal.dim("| " + terminal.shown(line))));
  }

  private void printIndented(String text) {
    wrapped(text).forEach(line -> err.println(INDENT + line));
  }

  private List<String> wrapped(String text) {
    return TextWrap.lines(terminal.shown(text), terminal.width() - INDENT.length());
  }
}
