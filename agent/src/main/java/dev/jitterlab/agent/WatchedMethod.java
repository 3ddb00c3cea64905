package dev.jitterlab.agent;

import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A method of the server whose calls the agent is told of. Told the receiver of a call (null if
 * static), it returns whom to tell of the call's end; null if nobody. Never throws. Thread-safe.
 */
abstract class WatchedMethod implements Function<Object, Consumer<Throwable>> {
  final MethodName name;

  /** What its calls are, in the plural. */
  final String calls;

  private volatile boolean found;

  WatchedMethod(MethodName name, String calls) {
    this.name = name;
    this.calls = calls;
  }

  /** The server has such a method; its calls are reported from now on. */
  void found() {
    found = true;
  }

  /** Returns whether the server has loaded a class with such a method. */
  boolean isFound() {
    return found;
  }
}
