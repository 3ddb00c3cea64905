package dev.jitterlab.observer;

import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The line by which a process says that it can serve, and where: {@code JITTERLAB READY
 * udp=127.0.0.1:40123 metrics=http://127.0.0.1:40124/metrics}. Not thread-safe.
 */
public final class ReadyLine {
  private final Map<String, String> endpoints = new LinkedHashMap<>();

  /**
   * Adds an endpoint.
   *
   * @param name such as {@code udp}; neither it nor the address may contain blanks
   */
  public ReadyLine endpoint(String name, String address) {
    if (name.isBlank() || (name + address).chars().anyMatch(Character::isWhitespace)) {
      throw new IllegalArgumentException("blank in endpoint " + name + "=" + address);
    }
    endpoints.put(name, address);
    return this;
  }

  /** Adds an endpoint that is a URI. */
  public ReadyLine endpoint(String name, URI uri) {
    return endpoint(name, uri.toString());
  }

  /** Adds an endpoint that is a socket's address, as {@code host:port}. */
  public ReadyLine endpoint(String name, InetSocketAddress address) {
    return endpoint(name, address.getHostString() + ":" + address.getPort());
  }

  /**
   * Prints the line and flushes, so that a waiting parent sees it now. In one piece with its end:
   * the JVM's warnings may go to the same file, from another thread.
   */
  public void print(PrintStream out) {
    out.print(this + "\n");
    out.flush();
  }

  @Override
  public String toString() {
    StringBuilder line = new StringBuilder("JITTERLAB READY");
    endpoints.forEach((name, address) -> line.append(' ').append(name).append('=').append(address));
    return line.toString();
  }
}
