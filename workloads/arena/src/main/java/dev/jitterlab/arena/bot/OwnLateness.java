package dev.jitterlab.arena.bot;

import java.util.Locale;

/**
 * Whether this process, and not the server, was what held the load back. The limit of sending is
 * that of the lab's check of load generators: one in a hundred packets a whole period late. Packets
 * that were left out count too. A thread that receives and is on a CPU nearly all the time takes
 * states in late, or the system drops them.
 */
final class OwnLateness {
  private static final double NS_PER_MS = 1e6;
  private static final double MOST_LEFT_OUT = 0.01;
  private static final double MOST_RECEIVING = 0.9;

  private OwnLateness() {}

  /**
   * Says it in words.
   *
   * @param driftP99Ns how late one in a hundred packets was, or more
   * @param turns in which a client could send
   * @param missed turns that were left out because the process was late
   * @param receiving which share of the time the busiest thread that receives was on a CPU;
   *     negative if that is not known
   */
  static String of(long driftP99Ns, long periodNs, long turns, long missed, double receiving) {
    double leftOut = turns + missed == 0 ? 0 : (double) missed / (turns + missed);
    String figures =
        String.format(
            Locale.ROOT,
            "One in 100 packets went out %.1f ms late or more, at a period of %.1f ms; %.2f %% were"
                + " left out.",
            driftP99Ns / NS_PER_MS,
            periodNs / NS_PER_MS,
            100 * leftOut);
    if (receiving >= 0) {
      figures +=
          String.format(
              Locale.ROOT,
              " The busiest thread that receives was on a CPU for %.0f %% of the time.",
              100 * receiving);
    }
    return driftP99Ns > periodNs || leftOut > MOST_LEFT_OUT || receiving > MOST_RECEIVING
        ? figures
            + " These clients were the bottleneck, so the times that they saw are not the server's."
            + " Give them more --threads, --sockets or CPUs, or lower --players or --rate."
        : figures + " These clients were not the bottleneck.";
  }
}
