package dev.jitterlab.arena.server.web;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Under which addresses a page can be opened, by a person at this machine and by others. */
final class OwnAddresses {
  private static final System.Logger LOG = System.getLogger(OwnAddresses.class.getName());

  private OwnAddresses() {}

  /**
   * Returns the page's address on this machine, then those that others in the network can use.
   *
   * @param host as it was asked for
   * @param bound what that means
   * @param ofThisMachine see {@link #ofThisMachine}
   */
  static List<URI> of(String host, InetAddress bound, int port, List<InetAddress> ofThisMachine) {
    List<URI> all = new ArrayList<>();
    if (!bound.isAnyLocalAddress()) {
      all.add(uri(host, port));
      return all;
    }
    all.add(uri("127.0.0.1", port));
    boolean isOfFour = bound instanceof Inet4Address;
    ofThisMachine.stream()
        .filter(one -> !one.isLoopbackAddress() && !one.isLinkLocalAddress())
        .filter(one -> !isOfFour || one instanceof Inet4Address)
        .sorted(Comparator.comparing(one -> !(one instanceof Inet4Address))) // the shorter first
        .map(one -> uri(one.getHostAddress().replaceFirst("%.*", ""), port))
        .forEach(all::add);
    return all;
  }

  private static URI uri(String host, int port) {
    String shown = host.contains(":") ? "[" + host + "]" : host;
    return URI.create("http://" + shown + ":" + port + "/");
  }

  /** Returns the addresses of all of this machine's networks that are up, as far as it tells. */
  static List<InetAddress> ofThisMachine() {
    List<InetAddress> all = new ArrayList<>();
    try {
      for (NetworkInterface network :
          NetworkInterface.networkInterfaces().collect(Collectors.toList())) {
        if (network.isUp()) {
          all.addAll(Collections.list(network.getInetAddresses()));
        }
      }
    } catch (SocketException e) {
      LOG.log(System.Logger.Level.WARNING, "this machine does not tell its addresses", e);
    }
    return all;
  }
}
