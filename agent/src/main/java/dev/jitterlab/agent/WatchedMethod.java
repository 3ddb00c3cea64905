package dev.jitterlab.agent;

import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A method of the server whose calls the agent is told of. Told the receiver of a call (null if
 * static), it returns whom to tell of the call's end; null if nobody. Never throws. Thread-safe.
 */
interface WatchedMethod extends Function<Object, Consumer<Throwable>> {
  /** Returns what it is called. */
  MethodName name();

  /** Returns what its calls are, in the plural. */
  String calls();

  /** The server has such a method; its calls are reported from now on. */
  void found();
}
