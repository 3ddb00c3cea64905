package dev.jitterlab.lab.metric;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.ticks.Distribution;
import dev.jitterlab.lab.ticks.MeasuredWindows;
import java.util.ArrayList;
import java.util.List;

/**
 * All requests of some servers together, also those without a right answer and those that were
 * still out. They count as the metrics of response times count them ({@link ResponseTimes}), so
 * that a report's tables agree. Immutable.
 */
public final class AllRequests {
  /** Of no server. */
  public static final AllRequests NONE = new AllRequests(List.of(), false);

  private final List<Answers> ofServers;
  private final boolean hidesSome;
  private final Distribution times;

  private AllRequests(List<Answers> ofServers, boolean hidesSome) {
    this.ofServers = ofServers;
    this.hidesSome = hidesSome;
    this.times = Distribution.merge(ofServers.stream().map(Answers::all).toList());
  }

  /**
   * With those of one more server.
   *
   * @param measured when it was measured
   * @param answered how long its answers took
   * @param waiting how long those had waited that were still out
   * @param unanswered how many got no right answer, in the seconds of which the times are: {@link
   *     dev.jitterlab.lab.ticks.MeasuredResponses#besideLines}
   */
  public AllRequests and(
      MeasuredWindows measured, Distribution answered, Distribution waiting, double unanswered) {
    List<Answers> more = new ArrayList<>(ofServers);
    Answers.of(measured, answered, waiting, unanswered).ifPresent(more::add);
    return new AllRequests(List.copyOf(more), hidesSome);
  }

  /**
   * With one more server, of which nobody knows how many requests got no right answer. It may be
   * the slowest of all, so the quantiles are bounds.
   */
  public AllRequests andUnknown() {
    return new AllRequests(ofServers, true);
  }

  /** Whether a request with this outcome got no right answer. */
  public static boolean isUnanswered(String outcome) {
    return Answers.UNANSWERED.contains(outcome);
  }

  /** Whether there was no request. */
  public boolean isEmpty() {
    return times.isEmpty();
  }

  /** How many there were. */
  public long count() {
    return times.count();
  }

  /** Which share of them took longer than that, or got no right answer. */
  public double shareAbove(long ns) {
    return times.shareAbove(ns);
  }

  /** The same, if each request that was still out took longer. */
  public double mostAbove(long ns) {
    Distribution waiting = Distribution.merge(ofServers.stream().map(Answers::waiting).toList());
    double undecided = waiting.count() * (1 - waiting.shareAbove(ns));
    return isEmpty() ? 0 : shareAbove(ns) + undecided / count();
  }

  /** A quantile of them in seconds; NaN if there was no request. */
  public double seconds(Quantile quantile) {
    return isEmpty() ? Double.NaN : times.quantileNs(quantile.share()) / 1e9;
  }

  /** Whether there is a server of which nobody knows how many of its requests are not here. */
  public boolean hidesSome() {
    return hidesSome;
  }

  /** Whether a quantile of them is only a bound; there is at least one request. */
  public boolean isBound(Quantile quantile) {
    return hidesSome
        || Pooling.isBound(quantile.share(), ofServers, times.quantileNs(quantile.share()));
  }

  /** A quantile of them as text; a bound is marked as one, a dash stands for none. */
  public String show(Quantile quantile) {
    if (isEmpty()) {
      return Units.NONE;
    }
    return (isBound(quantile) ? "≥ " : "") + Units.seconds(seconds(quantile));
  }
}
