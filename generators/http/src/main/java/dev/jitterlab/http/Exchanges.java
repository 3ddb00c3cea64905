package dev.jitterlab.http;

import dev.jitterlab.load.EventLoopParker;
import dev.jitterlab.load.Target;
import dev.jitterlab.tick.NanoClock;

/** Sends requests to one server. Everything happens on the thread of the event loop. */
abstract class Exchanges {
  final EventLoopParker loop;
  final Target target;
  final Encryption encryption;
  final long timeoutNs;
  final NanoClock clock;
  final Runnable sentAgain;

  /**
   * Creates them, without connections.
   *
   * @param encryption of the connections
   * @param timeoutNs after which a request is given up, from its sending
   * @param sentAgain counts a request that goes out a second time
   */
  Exchanges(
      EventLoopParker loop,
      Target target,
      Encryption encryption,
      long timeoutNs,
      NanoClock clock,
      Runnable sentAgain) {
    this.loop = loop;
    this.target = target;
    this.encryption = encryption;
    this.timeoutNs = timeoutNs;
    this.clock = clock;
    this.sentAgain = sentAgain;
  }

  /** Sends a request and returns without waiting; the exchange is told its end. */
  abstract void send(Exchange exchange);

  /** Looks for answers now: for a sender that is too late to wait. */
  final void lookForAnswers() {
    loop.spin();
  }
}
