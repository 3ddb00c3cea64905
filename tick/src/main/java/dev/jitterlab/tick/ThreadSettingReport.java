package dev.jitterlab.tick;

/**
 * What became of one setting on one worker thread: what was asked for, what the operating system
 * says is in force, and if that is something else, why. Immutable.
 */
public final class ThreadSettingReport {
  private final String thread;
  private final String setting;
  private final String asked;
  private final String inForce;
  private final String whyNot;

  ThreadSettingReport(String thread, String setting, String asked, String inForce, String whyNot) {
    this.thread = thread;
    this.setting = setting;
    this.asked = asked;
    this.inForce = inForce;
    this.whyNot = whyNot;
  }

  /** Returns the name of the thread. */
  public String thread() {
    return thread;
  }

  /**
   * Returns {@code timer slack}, {@code SCHED_FIFO}, {@code CPU} or {@code compilers' nice value}.
   */
  public String setting() {
    return setting;
  }

  /** Returns what was asked for. */
  public String asked() {
    return asked;
  }

  /** Returns what was read back; {@code unknown} where it cannot be. */
  public String inForce() {
    return inForce;
  }

  /** Returns whether what was asked for is in force. */
  public boolean isAsAsked() {
    return whyNot.isEmpty();
  }

  /** Returns why it is not in force; empty when it is. */
  public String whyNot() {
    return whyNot;
  }

  @Override
  public String toString() {
    String text = thread + ": " + setting + " " + inForce;
    return isAsAsked() ? text : text + ", not " + asked + ": " + whyNot;
  }
}
