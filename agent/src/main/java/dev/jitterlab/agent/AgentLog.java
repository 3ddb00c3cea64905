package dev.jitterlab.agent;

import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/**
 * What the agent has to say: on standard error, for standard output is the server's, and by no
 * logger, for which one it is to be is the server's to decide. Thread-safe.
 */
final class AgentLog {
  private final PrintStream err;
  private final AtomicBoolean hasFailed = new AtomicBoolean();
  final LongAdder errors = new LongAdder();

  /** Creates a log that writes there, whatever becomes of {@link System#err} later. */
  AgentLog(PrintStream err) {
    this.err = err;
  }

  /** Says something in one line. */
  void say(String text) {
    err.println("jitterlab-agent: " + text);
  }

  /**
   * Counts an error of the agent's own; the first one that can be said is, with its stack. Never
   * throws: there may be no memory to report that there was none.
   */
  void failed(String doing, Throwable error) {
    try {
      errors.increment();
      if (hasFailed.compareAndSet(false, true)) {
        say(doing + " failed; the server goes on, later errors are only counted");
        error.printStackTrace(err);
      }
    } catch (Throwable e) {
      hasFailed.set(false); // the next one is said
    }
  }

  /**
   * Returns what does that, and reports what it throws. A thread of the agent's never ends by an
   * exception: the server's handler of those may end the JVM, and waits for ever if that is ending.
   */
  Runnable guarded(String doing, Runnable work) {
    return () -> {
      try {
        work.run();
      } catch (Throwable e) {
        failed(doing, e);
      }
    };
  }
}
