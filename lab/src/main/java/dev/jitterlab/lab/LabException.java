package dev.jitterlab.lab;

import java.util.List;

/**
 * Ends a command with problems that the user can act on. Anything else that escapes a command is a
 * defect of Jitterlab's own and is shown with its stack trace.
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

  /** What the command's process exits with. */
  public ExitCode exitCode() {
    return exitCode;
  }

  /** The problems, in the order in which the user should read them; never empty. */
  public List<Problem> problems() {
    return problems;
  }
}
