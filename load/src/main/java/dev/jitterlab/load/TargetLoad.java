package dev.jitterlab.load;

import dev.jitterlab.observer.CountsByKind;
import dev.jitterlab.tick.NanoClock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongToDoubleFunction;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/**
 * The load on one target: what its streams offer, and what came of it. Offered is computed from the
 * plan and the clock alone, so a generator that falls behind shows as a difference between offered
 * and sent, and a server that falls behind as one between sent and answered. Thread-safe.
 */
public final class TargetLoad {
  private final Target target;
  private final ResponseRecorder responseTimes;
  private final NanoClock clock;
  private final List<Offer> offers = new CopyOnWriteArrayList<>();
  private final LongAdder following = new LongAdder();
  private final List<StepLoad> steps = new CopyOnWriteArrayList<>();
  private final LongAdder promised = new LongAdder();
  private final LongAdder missed = new LongAdder();
  private volatile long promisedNs;
  private volatile LongToDoubleFunction level;
  private volatile boolean hasPlan = true;
  private final LongAdder sent = new LongAdder();
  private final LongAdder sentAgain = new LongAdder();
  private final LongAdder answered = new LongAdder();
  private final LongAdder lost = new LongAdder();
  private final CountsByKind<RequestOutcome> outcomes = new CountsByKind<>(RequestOutcome.class);
  private final List<RequestsOut> out = new CopyOnWriteArrayList<>(); // none of players

  TargetLoad(Target target, ResponseRecorder responseTimes, NanoClock clock) {
    this.target = target;
    this.responseTimes = responseTimes;
    this.clock = clock;
  }

  /** Returns the server. */
  public Target target() {
    return target;
  }

  void add(Offer offer) {
    offers.add(offer);
  }

  /**
   * Users who wait for answers offer what they send, and each step of a journey once. No plan says
   * how many requests that are.
   */
  void offerWhatIsSent() {
    hasPlan = false;
    add(
        new Offer() {
          @Override
          public long offeredBy(long nowNs) {
            return sent.sum() - following.sum(); // which are offered by themselves
          }

          @Override
          public long plannedBy(long nowNs) {
            return sent.sum();
          }
        });
  }

  void countFollowing() {
    following.increment();
  }

  /**
   * Adds a step of a journey, whose requests are counted for themselves, too.
   *
   * @param name as {@code journey/step}
   */
  public StepLoad addStep(String name) {
    StepLoad step = new StepLoad(target, name);
    steps.add(step);
    return step;
  }

  List<StepLoad> steps() {
    return steps;
  }

  /**
   * Adds a place for awaited requests that are out.
   *
   * @param most how many of them may be out at once
   */
  RequestsOut addOut(int most) {
    RequestsOut added = new RequestsOut(most);
    out.add(added);
    return added;
  }

  void countSent() {
    sent.increment();
  }

  void countSentAgain() {
    sentAgain.increment();
  }

  void countAnswered(long responseNs) {
    countAnswered();
    record(responseNs);
  }

  void countAnswered() {
    answered.increment();
  }

  void record(long responseNs) {
    responseTimes.record(responseNs);
  }

  void recordDelivery(long responseNs) {
    responseTimes.recordDelivery(responseNs);
  }

  /** Says for how long a client has waited until all had its message. */
  void waited(long ns) {
    responseTimes.waited(ns);
  }

  void countLost(int deliveries) {
    lost.add(deliveries);
  }

  void count(RequestOutcome outcome) {
    outcomes.count(outcome);
  }

  /** Adds what gives the response times, and of awaited requests how long they wait, by tag. */
  void addTimesTo(Map<String, Supplier<Histogram>> byTag) {
    responseTimes.addTo(byTag);
    if (!out.isEmpty()) {
      responseTimes.addWaiting(byTag, out, clock);
    }
  }

  /**
   * Returns how many requests were due by {@code nowNs}, sent or not, without those that were
   * withdrawn.
   */
  public long offeredBy(long nowNs) {
    long offered = following.sum();
    for (Offer offer : offers) {
      offered += offer.offeredBy(nowNs);
    }
    return offered;
  }

  /** Returns whether a plan says how many requests there are to be; a closed model has none. */
  boolean hasPlan() {
    return hasPlan;
  }

  /**
   * Returns how many requests the plan asks for by {@code nowNs}, players × rate × time, without
   * those that were withdrawn. No server can move it: a player that has to connect again still
   * counts.
   */
  public long plannedBy(long nowNs) {
    long planned = 0;
    for (Offer offer : offers) {
      planned += offer.plannedBy(nowNs);
    }
    return planned;
  }

  /** The same, by now. */
  long planned() {
    return plannedBy(clock.nanoTime());
  }

  /**
   * Promises that requests are answered within that time: from now on those are counted that are
   * not, or not at all.
   */
  public void promise(long withinNs) {
    promisedNs = withinNs;
  }

  /** Says what tells how high the load is at a time by the load's clock, such as users. */
  public void level(LongToDoubleFunction levelAt) {
    level = levelAt;
  }

  boolean isPromised() {
    return promisedNs > 0;
  }

  boolean hasLevel() {
    return level != null;
  }

  double levelAt(long nowNs) {
    LongToDoubleFunction known = level;
    return known == null ? 0 : known.applyAsDouble(nowNs);
  }

  /** Holds the end of a request against the promise. */
  void judge(RequestOutcome outcome, long responseNs) {
    if (promisedNs > 0) {
      promised.increment();
      if (outcome != RequestOutcome.OK || responseNs > promisedNs) {
        missed.increment();
      }
    }
  }

  /** Returns how many requests have ended, or were or will not be sent, since {@link #promise}. */
  public long promised() {
    return promised.sum();
  }

  /** Returns how many of them were not answered in time. */
  public long missed() {
    return missed.sum();
  }

  /**
   * Returns how many requests are out for longer than was promised. They count as {@link #missed}
   * when they end. So the sum of both has each of them once, from the moment when it was too late.
   */
  public long waiting() {
    long nowNs = clock.nanoTime();
    long withinNs = promisedNs;
    return withinNs == 0
        ? 0
        : out.stream().mapToLong(requests -> requests.olderThan(withinNs, nowNs)).sum();
  }

  /** Returns the time by the load's clock. */
  long nowNs() {
    return clock.nanoTime();
  }

  /** Returns within which time requests are to be answered; 0 without a promise. */
  long promisedNs() {
    return promisedNs;
  }

  /** Returns how many requests are out. */
  long out() {
    return out.stream().mapToLong(RequestsOut::count).sum();
  }

  /** Returns how many requests were sent. */
  public long sent() {
    return sent.sum();
  }

  /** Returns how many of them went out a second time, because the server had not begun them. */
  public long sentAgain() {
    return sentAgain.sum();
  }

  /** Returns how many requests the server is known to have received. */
  public long answered() {
    return answered.sum();
  }

  /** Returns how many never got a message, beside one for each message that has an outcome. */
  public long lost() {
    return lost.sum();
  }

  /** Returns how many awaited requests ended so. */
  public long ended(RequestOutcome outcome) {
    return outcomes.of(outcome);
  }

  /** Returns how many streams, each one player, are pointed at the target. */
  public int players() {
    return (int) offers.stream().filter(RequestStream.class::isInstance).count();
  }
}
