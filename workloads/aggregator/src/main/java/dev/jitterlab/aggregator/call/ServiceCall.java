package dev.jitterlab.aggregator.call;

import java.util.Objects;

/** What is asked of a service. Immutable; the body is not changed by anybody. */
public final class ServiceCall {
  final String service;
  final String target;
  final byte[] body;
  final String number; // null: none
  final long deadlineNs;
  final boolean hurried;

  private ServiceCall(
      String service, String target, byte[] body, String number, long deadlineNs, boolean hurried) {
    this.service = Objects.requireNonNull(service);
    this.target = target;
    this.body = body;
    this.number = number;
    this.deadlineNs = deadlineNs;
    this.hurried = hurried;
  }

  /**
   * Asks for something; may be sent twice.
   *
   * @param target path and query, as they are sent
   * @param deadlineNs by System.nanoTime, after which nobody waits for the answer
   */
  public static ServiceCall get(String service, String target, long deadlineNs) {
    return new ServiceCall(service, target, null, null, deadlineNs, false);
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
        service, target, body.clone(), Objects.requireNonNull(number), deadlineNs, false);
  }

  /**
   * Returns the call as it is made for a client, who may not wait as long as the service may take.
   *
   * @param clientDeadlineNs until when the client waits, by System.nanoTime
   * @param chosen whether the client has chosen that. If its time ends first, the call is hurried:
   *     that the service could not answer then is no failure of the service
   */
  public ServiceCall within(long clientDeadlineNs, boolean chosen) {
    return clientDeadlineNs - deadlineNs >= 0
        ? this
        : new ServiceCall(service, target, body, number, clientDeadlineNs, chosen);
  }

  boolean mayRepeat() {
    return body == null;
  }
}
