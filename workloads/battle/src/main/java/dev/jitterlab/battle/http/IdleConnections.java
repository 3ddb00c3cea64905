package dev.jitterlab.battle.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Connections that no answer is owed to: open and silent, or in the middle of a request. Each costs
 * a socket, and who opens them nothing, so a source has at most {@value #PER_SOURCE}: its oldest
 * one is closed for one more. When the server is full, the oldest of all makes room. Of an IPv6
 * address the first 64 bits count. Event loop only.
 */
final class IdleConnections {
  /** More than the players behind one address need, and few of what a server has. */
  static final int PER_SOURCE = 256;

  private final HttpMetrics metrics;
  private final Map<Channel, Long> all = new LinkedHashMap<>(); // longest idle first
  private final Map<Long, Set<Channel>> bySource = new HashMap<>();

  IdleConnections(HttpMetrics metrics) {
    this.metrics = metrics;
  }

  /** A connection was opened, or has got its answer. */
  void add(Channel channel) {
    long source = source(channel);
    Set<Channel> ofSource = bySource.computeIfAbsent(source, first -> new LinkedHashSet<>());
    if (ofSource.size() == PER_SOURCE) {
      close(ofSource.iterator().next());
      ofSource = bySource.computeIfAbsent(source, first -> new LinkedHashSet<>());
    }
    ofSource.add(channel);
    all.put(channel, source);
  }

  /** A connection waits for an answer, or is gone. */
  void remove(Channel channel) {
    Long source = all.remove(channel);
    if (source != null) {
      Set<Channel> ofSource = bySource.get(source);
      ofSource.remove(channel);
      if (ofSource.isEmpty()) {
        bySource.remove(source);
      }
    }
  }

  /** Closes the one that has been idle for longest; false when there is none. */
  boolean closeOldest() {
    Iterator<Channel> oldest = all.keySet().iterator();
    if (!oldest.hasNext()) {
      return false;
    }
    close(oldest.next());
    return true;
  }

  private void close(Channel channel) {
    remove(channel);
    metrics.idleClosed.inc();
    ChannelFuture unused = channel.close();
  }

  private static long source(Channel channel) {
    InetAddress address = ((InetSocketAddress) channel.remoteAddress()).getAddress();
    ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
    return address instanceof Inet6Address ? bytes.getLong() : bytes.getInt();
  }
}
