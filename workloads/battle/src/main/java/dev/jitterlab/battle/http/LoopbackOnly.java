package dev.jitterlab.battle.http;

import java.util.regex.Pattern;

/**
 * Who may open a page that is for this machine: every program that can reach the loopback address.
 * Another site's page in the same browser may not: its requests name another host, and its
 * WebSockets another origin.
 */
public final class LoopbackOnly {
  /** What a browser on this machine calls the loopback address. */
  private static final Pattern LOOPBACK =
      Pattern.compile("(127\\.0\\.0\\.1|localhost|\\[::1\\])(:\\d{1,5})?");

  private LoopbackOnly() {}

  /** Returns the handler for requests that name this machine; others are refused with 403. */
  public static JsonHandler of(JsonHandler handler) {
    return request -> {
      requireHost(request.header("Host"));
      return handler.handle(request);
    };
  }

  /** Refuses a WebSocket that the page of another site opens. */
  static void requireOwnPage(String host, String origin) {
    requireHost(host);
    if (!("http://" + host).equals(origin)) {
      throw new HttpError(
          403,
          "only this server's own page may open this WebSocket, not a page of "
              + (origin == null ? "nowhere" : origin));
    }
  }

  private static void requireHost(String host) {
    if (host == null || !LOOPBACK.matcher(host).matches()) {
      throw new HttpError(403, "this page is for this machine only; open it at 127.0.0.1");
    }
  }
}
