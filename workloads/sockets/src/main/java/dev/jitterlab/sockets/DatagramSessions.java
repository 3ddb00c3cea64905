package dev.jitterlab.sockets;

import java.net.SocketAddress;
import java.util.HashMap;
import java.util.Map;

/**
 * Tells to which session of a server a datagram belongs. All of them come through one socket, so
 * only the address of the client tells them apart. For one thread.
 *
 * <p>Clients get the sessions in turn, in the order in which they are first heard. A server of one
 * session looks nothing up.
 */
final class DatagramSessions {
  /** So many clients are known at most; when one more comes, all are counted anew. */
  private static final int MOST_CLIENTS = 4_096;

  private final Counts counts;
  private final int sessions;
  private final Map<SocketAddress, SessionCount> byClient = new HashMap<>();

  DatagramSessions(Counts counts, int sessions) {
    this.counts = counts;
    this.sessions = sessions;
  }

  /** Returns what counts the exchanges with that client. */
  SessionCount of(SocketAddress client) {
    if (sessions == 1) {
      return counts.of(0);
    }
    SessionCount known = byClient.get(client);
    return known == null ? add(client) : known;
  }

  private SessionCount add(SocketAddress client) {
    if (byClient.size() >= MOST_CLIENTS) {
      byClient.clear();
    }
    SessionCount count = counts.of(byClient.size() % sessions);
    byClient.put(client, count);
    return count;
  }
}
