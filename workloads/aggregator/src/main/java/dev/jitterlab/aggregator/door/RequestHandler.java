package dev.jitterlab.aggregator.door;

import java.util.function.Consumer;

/** Answers requests. */
@FunctionalInterface
public interface RequestHandler {
  /**
   * Called on the connection's event loop; must not wait there.
   *
   * @param answer takes the answer, once, on any thread
   * @throws RefusedException if there is nothing to be answered
   */
  void handle(ClientRequest request, Consumer<Answer> answer) throws RefusedException;

  /** Told of a request that the door refuses for overload, on the connection's event loop. */
  default void shed(ClientRequest request) {}
}
