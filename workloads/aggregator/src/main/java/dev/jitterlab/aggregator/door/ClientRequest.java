package dev.jitterlab.aggregator.door;

import io.netty.channel.EventLoop;
import java.nio.charset.StandardCharsets;

/** A request that was read whole and found well-formed. Immutable. */
public final class ClientRequest {
  private final boolean post;
  private final String path;
  private final String query;
  private final String cookie;
  private final byte[] body;
  private final EventLoop loop;
  private final long arrivedNs;
  private final long deadlineNs;
  private final boolean hurried;

  ClientRequest(
      boolean post,
      String path,
      String query,
      String cookie,
      byte[] body,
      EventLoop loop,
      long arrivedNs,
      long deadlineNs,
      boolean hurried) {
    this.post = post;
    this.path = path;
    this.query = query;
    this.cookie = cookie;
    this.body = body;
    this.loop = loop;
    this.arrivedNs = arrivedNs;
    this.deadlineNs = deadlineNs;
    this.hurried = hurried;
  }

  /** Returns whether it orders something. */
  public boolean isPost() {
    return post;
  }

  /** Returns the path, which begins with a slash and has no dots, escapes or empty segments. */
  public String path() {
    return path;
  }

  /** Returns what stands behind the question mark, as it was sent; may be empty. */
  public String query() {
    return query;
  }

  /** Returns the header Cookie; empty if there is none. */
  public String cookie() {
    return cookie;
  }

  /** Returns the body as text. */
  public String body() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** Returns the event loop of its connection. */
  public EventLoop loop() {
    return loop;
  }

  /** Returns when it had come, by System.nanoTime. */
  public long arrivedNs() {
    return arrivedNs;
  }

  /** Returns until when the client waits, by System.nanoTime. */
  public long deadlineNs() {
    return deadlineNs;
  }

  /** Returns whether the client gives less time than the server would take at most. */
  public boolean isHurried() {
    return hurried;
  }
}
