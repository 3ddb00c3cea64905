package dev.jitterlab.lab;

import java.util.List;

/**
 * Ends a command with problems that the user can act on. Anything else that escapes a command, but
 * for a {@link RefusedFile}, is a defect of Jitterlab's own and is shown with its stack trace.
 */
public final class LabException extends RuntimeException {
  private final ExitCode exitCode;
  private final List<Problem> problems;

  /** Creates the exception for one or more problems; the list must not be empty. */
  public LabException(ExitCode exitCode, List<Problem> problems) {
    super(problems.getFirst().where() + ": " + problems.getFirst().what());
    this.exitCode = exitCode;
    this.problems = List.copyOf(problems);
  }

  /** Creates the exception for one problem. */
  public LabException(ExitCode exitCode, Problem problem) {
    this(exitCode, List.of(problem));
  }

  /** An experiment, a flag or an argument is wrong. */
  public static LabException wrong(String where, String what, String remedy) {
    return new LabException(ExitCode.WRONG_EXPERIMENT, Problem.in(where, what, remedy));
  }

  /** What was asked for is right and cannot be done now; nothing was changed. */
  public static LabException notNow(String where, String what, String remedy) {
    return new LabException(ExitCode.NOT_NOW, Problem.in(where, what, remedy));
  }

  /** What was asked for is right, and failed. */
  public static LabException failed(String where, String what, String remedy) {
    return new LabException(ExitCode.RUN_FAILED, Problem.in(where, what, remedy));
  }

  /** The same, of one problem, with evidence below it. */
  public LabException withDetails(String lines) {
    return new LabException(exitCode, problems.getFirst().withDetails(lines));
  }

  /** The same, of one problem, with what caused it below it. */
  public LabException because(Exception cause) {
    return withDetails(String.valueOf(cause.getMessage()));
  }

  /** What the command's process exits with. */
  public ExitCode exitCode() {
    return exitCode;
  }

  /** The problems, in the order in which the user should read them; never empty. */
  public List<Problem> problems() {
    return problems;
  }
}
