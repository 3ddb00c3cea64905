package dev.jitterlab.battle.bot;

import dev.jitterlab.battle.http.HttpError;
import dev.jitterlab.battle.http.JsonBody;
import dev.jitterlab.battle.session.Grant;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Base64;

/** The seat in a battle that the matchmaker found. Immutable. */
final class Assignment {
  private static final int LONGEST_TEXT = 64;
  private static final int LONGEST_BASE64 = 2_048;

  /** Where the server is. */
  final InetSocketAddress address;

  /** The name of the server. */
  final String server;

  /** The cluster's number of the battle. */
  final long battle;

  /** What the server lets the bot in for. */
  final Grant grant;

  private Assignment(InetSocketAddress address, String server, long battle, Grant grant) {
    this.address = address;
    this.server = server;
    this.battle = battle;
    this.grant = grant;
  }

  /**
   * Reads a matchmaker's answer.
   *
   * @throws HttpError if a field is missing or wrong
   */
  static Assignment of(JsonBody matched) {
    return new Assignment(
        address(matched.text("address", LONGEST_TEXT)),
        matched.text("server", LONGEST_TEXT),
        matched.integer("battle", 0, Long.MAX_VALUE),
        grant(matched));
  }

  private static Grant grant(JsonBody matched) {
    JsonBody grant = matched.object("grant");
    try {
      return new Grant(
          matched.text("server", LONGEST_TEXT),
          grant.integer("expires_at", 0, Long.MAX_VALUE),
          bytes(grant, "token"),
          bytes(grant, "client_key"),
          bytes(grant, "server_key"));
    } catch (IllegalArgumentException e) {
      throw new HttpError(400, e.getMessage());
    }
  }

  private static byte[] bytes(JsonBody grant, String field) {
    return Base64.getDecoder().decode(grant.text(field, LONGEST_BASE64));
  }

  /** Only literal addresses: a look-up of a name would hold up all bots. */
  private static InetSocketAddress address(String text) {
    int colon = text.lastIndexOf(':');
    try {
      if (colon > 0 && text.matches("[0-9.]+:[0-9]{1,5}")) {
        return new InetSocketAddress(
            InetAddress.getByName(text.substring(0, colon)),
            Integer.parseInt(text.substring(colon + 1)));
      }
    } catch (UnknownHostException | IllegalArgumentException e) {
      // said below
    }
    throw new HttpError(
        400, "address must be an IPv4 address and port, as in 127.0.0.1:4000; found " + text);
  }
}
