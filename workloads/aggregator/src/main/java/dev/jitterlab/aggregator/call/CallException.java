package dev.jitterlab.aggregator.call;

/** A call that brought nothing. Without a stack trace: under overload there are many. */
public final class CallException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final CallOutcome outcome;

  /** Creates it for one outcome. */
  public CallException(CallOutcome outcome) {
    super(outcome.label(), null, false, false);
    this.outcome = outcome;
  }

  /** Returns how a call ended whose future failed so; unreadable if it was no call that failed. */
  public static CallOutcome outcomeOf(Throwable failure) {
    Throwable cause = failure;
    while (cause != null && !(cause instanceof CallException)) {
      cause = cause.getCause();
    }
    return cause == null ? CallOutcome.UNREADABLE : ((CallException) cause).outcome();
  }

  /** Returns why. */
  public CallOutcome outcome() {
    return outcome;
  }
}
