package dev.jitterlab.http;

import dev.jitterlab.load.RequestOutcome;
import dev.jitterlab.tick.NanoClock;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Whether the load asks a server for something that it does not have, such as {@code /} where there
 * is no such page. Every answer is then a refusal, and a whole trial would measure nothing.
 *
 * <p>It tells so once, if for twenty seconds every answer had the same status of those that say
 * that the request is wrong. From the first other answer on it looks no more: a server that refuses
 * later may be overloaded, and that is a result. Thread-safe; takes no lock once a request was
 * served.
 */
final class FirstAnswers {
  /** So long servers may take until they know their pages, after they accept connections. */
  static final long LEAST_NS = TimeUnit.SECONDS.toNanos(20);

  static final int LEAST_ANSWERS = 20;

  /** Without 408 and 429, which a server answers that has too much to do. */
  private static final Set<Integer> WRONG_REQUEST =
      Set.of(400, 401, 403, 404, 405, 406, 410, 411, 414, 415, 422, 501, 505);

  private final NanoClock clock;
  private final long leastNs;
  private final Consumer<String> hopeless;
  private volatile boolean over;
  private int status;
  private int answers;
  private long firstNs;

  /**
   * Creates it before the first request to a server.
   *
   * @param leastNs for how long every answer must be the same, {@link #LEAST_NS} but in tests
   * @param hopeless is told why, at most once, by a thread that sends
   */
  FirstAnswers(NanoClock clock, long leastNs, Consumer<String> hopeless) {
    this.clock = clock;
    this.leastNs = leastNs;
    this.hopeless = hopeless;
  }

  /**
   * Takes the end of a request.
   *
   * @param request says by {@code toString} what was asked
   */
  void ended(RequestOutcome outcome, int itsStatus, Object request) {
    if (!over) {
      look(outcome, itsStatus, request);
    }
  }

  private synchronized void look(RequestOutcome outcome, int itsStatus, Object request) {
    if (outcome != RequestOutcome.REFUSED
        || !WRONG_REQUEST.contains(itsStatus)
        || (answers > 0 && itsStatus != status)) {
      over = true;
      return;
    }
    long nowNs = clock.nanoTime();
    if (answers == 0) {
      status = itsStatus;
      firstNs = nowNs;
    }
    answers++;
    if (!over && answers >= LEAST_ANSWERS && nowNs - firstNs >= leastNs) {
      over = true;
      hopeless.accept(
          "all "
              + answers
              + " answers so far had the status "
              + status
              + " ("
              + request
              + "); set `path` to what the server answers, wait for its pages by `ready: {http: …}`,"
              + " or say in a scenario that this status is right");
    }
  }
}
