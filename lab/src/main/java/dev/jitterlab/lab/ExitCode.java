package dev.jitterlab.lab;

/** What the {@code jitterlab} command exits with; a public interface for scripts and CI gates. */
public enum ExitCode {
  /** The command did what was asked; for a run: the trial is valid, or weak and marked so. */
  OK(0),
  /** A defect of Jitterlab's own. */
  DEFECT(1),
  /** The experiment, a flag or an argument is wrong; nothing was started. */
  WRONG_EXPERIMENT(2),
  /**
   * A process could not be started or died, or the system refused a file; what was measured stays
   * in the run directory.
   */
  RUN_FAILED(3),
  /** Everything ran, and the trial is invalid: its figures must not be used. */
  INVALID_TRIAL(4),
  /**
   * A gate of {@code run}, {@code ab} or {@code compare} failed, or {@code history} found a
   * worsening: surely worse.
   */
  GATE_FAILED(5),
  /** With {@code --strict}: no gate failed, and the figures do not decide one of them. */
  GATE_UNDECIDED(6),
  /**
   * Nothing is wrong with what was asked for, but it cannot be done now: another lab is measuring
   * the run, processes of it still live, another program has its samples open, the machine's clock
   * is behind, or a JVM lacks memory, a port or room on the disk. Nothing was changed, and the same
   * command can succeed later.
   */
  NOT_NOW(7),
  /** Ended by Ctrl-C or a signal; what was measured stays in the run directory. */
  INTERRUPTED(130);

  private final int status;

  ExitCode(int status) {
    this.status = status;
  }

  /** The process's exit status. */
  public int status() {
    return status;
  }
}
