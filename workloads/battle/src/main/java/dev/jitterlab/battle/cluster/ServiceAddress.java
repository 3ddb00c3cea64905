package dev.jitterlab.battle.cluster;

import java.net.URI;

/** What an option says of where another service is. */
public final class ServiceAddress {
  private ServiceAddress() {}

  /**
   * Refuses what no request can be sent to, before the first one would fail.
   *
   * @throws IllegalArgumentException if it is no {@code http://host:port}
   */
  public static void check(String option, URI address) {
    boolean isHttp = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
    if (!isHttp || address.getHost() == null) {
      throw new IllegalArgumentException(
          option + " is http://<host>:<port>, not '" + address + "'");
    }
  }
}
