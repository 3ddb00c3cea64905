package dev.jitterlab.aggregator.door;

import java.nio.charset.StandardCharsets;

/** What is sent to a client. Immutable. */
public final class Answer {
  /** The type of pages. */
  public static final String HTML = "text/html; charset=utf-8";

  /** The type of merged data. */
  public static final String JSON = "application/json";

  private static final String TEXT = "text/plain; charset=utf-8";

  final int status;
  final String type;
  final byte[] body;
  final String partial;
  final String location;
  final String cookie;
  final String allowed;
  private final boolean overload;

  private Answer(
      int status,
      String type,
      byte[] body,
      String partial,
      String location,
      String cookie,
      String allowed,
      boolean overload) {
    this.status = status;
    this.type = type;
    this.body = body;
    this.partial = partial;
    this.location = location;
    this.cookie = cookie;
    this.allowed = allowed;
    this.overload = overload;
  }

  /** A page or data. */
  public static Answer of(int status, String type, String body) {
    return new Answer(
        status, type, body.getBytes(StandardCharsets.UTF_8), null, null, null, null, false);
  }

  /** A few words. */
  public static Answer words(int status, String words) {
    return of(status, TEXT, words + '\n');
  }

  /** An order was carried out; look there. */
  public static Answer seeOther(String path) {
    return new Answer(303, TEXT, new byte[0], null, path, null, null, false);
  }

  /** The same, marked as lacking some parts. */
  public Answer without(String parts) {
    return new Answer(status, type, body, parts, location, cookie, allowed, overload);
  }

  /** The same, with a cookie for the client. */
  public Answer withCookie(String itsCookie) {
    return new Answer(status, type, body, partial, location, itsCookie, allowed, overload);
  }

  /** The same, with the methods that the page knows. */
  Answer withAllowed(String methods) {
    return new Answer(status, type, body, partial, location, cookie, methods, overload);
  }

  /** The same, given because there is too much to do, not because a service failed. */
  public Answer forOverload() {
    return new Answer(status, type, body, partial, location, cookie, allowed, true);
  }

  /** Returns the status. */
  public int status() {
    return status;
  }

  /** Returns whether it is given because there is too much to do. */
  public boolean isForOverload() {
    return overload;
  }

  /** Returns whether parts are missing. */
  public boolean isPartial() {
    return partial != null;
  }
}
