package dev.jitterlab.aggregator.call;

import java.util.Objects;

/** What is asked of a service. Immutable; the body is not changed by anybody. */
public final class ServiceCall {
  final String service;
  final String target;
  final byte[] body;
  final String number; // null: none
  final long deadlineNs;

  private ServiceCall(String service, String target, byte[] body, String number, long deadlineNs) {
    this.service = Objects.requireNonNull(service);
    this.target = target;
    this.body = body;
    this.number = number;
    this.deadlineNs = deadlineNs;
  }

  /**
   * Asks for something; may be sent twice.
   *
   * @param target path and query, as they are sent
   * @param deadlineNs by System.nanoTime, after which nobody waits for the answer
   */
  public static ServiceCall get(String service, String target, long deadlineNs) {
    return new ServiceCall(service, target, null, null, deadlineNs);
  }

  /** Orders something; is never sent twice. */
  public static ServiceCall post(String service, String target, byte[] body, long deadlineNs) {
    return new ServiceCall(service, target, body.clone(), null, deadlineNs);
  }

  /**
   * Orders something; is never sent twice by itself.
   *
   * @param number by which the service recognizes the order if the caller orders it again; sent as
   *     the header {@code Idempotency-Key}
   */
  public static ServiceCall order(
      String service, String target, String number, byte[] body, long deadlineNs) {
    return new ServiceCall(
        service, target, body.clone(), Objects.requireNonNull(number), deadlineNs);
  }

  boolean mayRepeat() {
    return body == null;
  }
}
