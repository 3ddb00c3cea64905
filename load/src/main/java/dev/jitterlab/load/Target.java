package dev.jitterlab.load;

import java.net.InetSocketAddress;

/**
 * A server under load: {@code <instance id>=<host>:<port>}, as the lab gives it with {@code
 * --target}. Immutable and thread-safe.
 */
public final class Target {
  private final String id;
  private final InetSocketAddress address;

  private Target(String id, InetSocketAddress address) {
    this.id = id;
    this.address = address;
  }

  /**
   * Reads a target.
   *
   * @throws IllegalArgumentException if the text is none, or the host is unknown
   */
  public static Target parse(String text) {
    int equals = text.lastIndexOf('=');
    int colon = text.lastIndexOf(':');
    if (equals < 1 || colon < equals + 2) {
      throw malformed(text);
    }
    int port;
    try {
      port = Integer.parseInt(text.substring(colon + 1));
    } catch (NumberFormatException e) {
      throw malformed(text);
    }
    if (port < 1 || port > 65_535) {
      throw malformed(text);
    }
    InetSocketAddress address = new InetSocketAddress(text.substring(equals + 1, colon), port);
    if (address.isUnresolved()) {
      throw new IllegalArgumentException(
          "target " + text + ": host " + address.getHostString() + " is unknown");
    }
    return new Target(text.substring(0, equals), address);
  }

  private static IllegalArgumentException malformed(String text) {
    return new IllegalArgumentException(
        "target " + text + " is not <id>=<host>:<port>, such as pool/1=127.0.0.1:4000");
  }

  /** Returns the instance's id, the value of the label {@code target}. */
  public String id() {
    return id;
  }

  /** Returns whether it is of that group: its id is the group, or {@code GROUP/NUMBER}. */
  public boolean isOf(String group) {
    return id.equals(group) || id.startsWith(group + "/");
  }

  /** Returns where the server is. */
  public InetSocketAddress address() {
    return address;
  }

  /** Returns host and port as URIs and requests have them: IPv6 in brackets, without its zone. */
  public String authority() {
    String host = address.getHostString();
    if (host.contains(":")) {
      host = "[" + host.replaceFirst("%.*", "") + "]";
    }
    return host + ":" + address.getPort();
  }

  @Override
  public String toString() {
    return id + "=" + address.getHostString() + ":" + address.getPort();
  }
}
