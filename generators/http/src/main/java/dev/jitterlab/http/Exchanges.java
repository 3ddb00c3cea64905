package dev.jitterlab.http;

/** Sends requests to one server. Everything happens on the thread of the event loop. */
interface Exchanges {
  /** Sends a request and returns without waiting; the exchange is told its end. */
  void send(Exchange exchange);

  /** Looks for answers now: for a sender that is too late to wait. */
  void lookForAnswers();
}
