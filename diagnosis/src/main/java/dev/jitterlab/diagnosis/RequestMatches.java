package dev.jitterlab.diagnosis;

import dev.jitterlab.diagnosis.SlowRequests.Row;
import dev.jitterlab.diagnosis.timeline.Bisection;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Which request of the server answered which request of a client, one for one. A client does not
 * tell a server which of its requests is which, so times have to do it.
 *
 * <p>The server's request lies between sending and answer, and ends shortly before the answer has
 * come: a client may wait long until it is served, but an answer leaves at once. So pairs are made
 * best end first: the pair whose ends are closest is made, then the closest one of what is left,
 * and so on. Requests that were all answered at the same time, such as after a pause, are told
 * apart by their begin: twenty milliseconds between sending and begin weigh as much as one between
 * the ends, and never more than {@link #MOST_FOR_BEGIN_NS}.
 *
 * <p>The server may have recorded another client's request and not this one's, which was too short.
 * So a pair's ends are at most {@link #CLOSE_NS} apart, or the server's request fills half of the
 * time between sending and answer. Of other pairs only those are made that have no rival: the
 * server's request is the only one in the client's time, and lies in no other client's time.
 * Whatever is left has no pair: nobody knows who answered it. Immutable.
 */
final class RequestMatches {
  /** Both clocks are the machine's, read by two processes. */
  private static final long CLOCKS_NS = 1_000_000;

  /** An answer that was written reaches a client on the same machine sooner. */
  private static final long CLOSE_NS = 10_000_000;

  private static final long BEGIN_WEIGHS_LESS = 20;
  private static final long MOST_FOR_BEGIN_NS = 2_000_000;

  /** For each client's request, those of the server that end last are looked at. */
  static final int MOST_LOOKED_AT = 1_000;

  /** Of all requests together; what is beyond has no pair. */
  private static final int MOST_PAIRS = 2_000_000;

  private static final int NONE = -1;

  private record Pair(long apartNs, int row, int served) {
    static final Comparator<Pair> CLOSEST_FIRST =
        Comparator.comparingLong(Pair::apartNs)
            .thenComparingInt(Pair::row)
            .thenComparingInt(Pair::served);
  }

  private final List<TimedWork> byEnd;
  private final int[] servedOf;
  private final int leftOpen;

  private RequestMatches(List<TimedWork> byEnd, int[] servedOf, int leftOpen) {
    this.byEnd = byEnd;
    this.servedOf = servedOf;
    this.leftOpen = leftOpen;
  }

  /** Makes the pairs. */
  static RequestMatches of(List<Row> rows, List<TimedWork> served) {
    List<TimedWork> byEnd =
        served.stream().sorted(Comparator.comparingLong(TimedWork::endNs)).toList();
    return new Search(rows, byEnd).result();
  }

  /** The server's request that answered a client's; empty if nobody knows which one did. */
  Optional<TimedWork> served(int row) {
    return servedOf[row] == NONE ? Optional.empty() : Optional.of(byEnd.get(servedOf[row]));
  }

  /** How many have no pair, and not all of the server's requests were looked at for them. */
  int leftOpen() {
    return leftOpen;
  }

  private static final class Search {
    private final List<Row> rows;
    private final List<TimedWork> byEnd;
    private final List<Pair> pairs = new ArrayList<>();

    /** The server's only request within a client's time that makes no good pair with it. */
    private final int[] doubtful;

    /** How many requests of the server lie within a client's time, and how many times round one. */
    private final int[] within;

    private final int[] around;
    private final boolean[] isCut;

    Search(List<Row> rows, List<TimedWork> byEnd) {
      this.rows = rows;
      this.byEnd = byEnd;
      doubtful = new int[rows.size()];
      Arrays.fill(doubtful, NONE);
      within = new int[rows.size()];
      around = new int[byEnd.size()];
      isCut = new boolean[rows.size()];
      for (int row = 0; row < rows.size(); row++) {
        look(row, rows.get(row));
      }
    }

    private void look(int row, Row client) {
      int last = firstEndAfter(client.endedNs() + CLOCKS_NS) - 1;
      for (int i = last; i >= 0 && byEnd.get(i).endNs() >= client.sentNs() - CLOCKS_NS; i--) {
        if (last - i == MOST_LOOKED_AT || pairs.size() == MOST_PAIRS) {
          isCut[row] = true;
          return;
        }
        TimedWork server = byEnd.get(i);
        if (server.startNs() >= client.sentNs() - CLOCKS_NS) {
          within[row]++;
          around[i]++;
          if (isGood(client, server)) {
            pairs.add(new Pair(apartNs(client, server), row, i));
          } else {
            doubtful[row] = i;
          }
        }
      }
    }

    private static boolean isGood(Row client, TimedWork server) {
      return client.endedNs() - server.endNs() <= CLOSE_NS
          || server.executionNs() >= (client.endedNs() - client.sentNs()) / 2;
    }

    private static long apartNs(Row client, TimedWork server) {
      long beginNs = Math.max(0, server.startNs() - client.sentNs());
      return Math.abs(client.endedNs() - server.endNs())
          + Math.min(MOST_FOR_BEGIN_NS, beginNs / BEGIN_WEIGHS_LESS);
    }

    private int firstEndAfter(long ns) {
      return Bisection.firstNot(0, byEnd.size(), at -> byEnd.get(at).endNs() <= ns);
    }

    private boolean hasNoRival(int row) {
      return doubtful[row] != NONE && within[row] == 1 && around[doubtful[row]] == 1;
    }

    RequestMatches result() {
      int[] servedOf = new int[rows.size()];
      Arrays.fill(servedOf, NONE);
      boolean[] taken = new boolean[byEnd.size()];
      pairs.sort(Pair.CLOSEST_FIRST);
      for (Pair pair : pairs) {
        if (servedOf[pair.row()] == NONE && !taken[pair.served()]) {
          servedOf[pair.row()] = pair.served();
          taken[pair.served()] = true;
        }
      }
      int leftOpen = 0;
      for (int row = 0; row < servedOf.length; row++) {
        if (servedOf[row] == NONE && isCut[row]) {
          leftOpen++;
        } else if (servedOf[row] == NONE && hasNoRival(row)) {
          servedOf[row] = doubtful[row];
        }
      }
      return new RequestMatches(byEnd, servedOf, leftOpen);
    }
  }
}
