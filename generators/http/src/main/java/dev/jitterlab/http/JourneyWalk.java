package dev.jitterlab.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jitterlab.load.RequestOutcome;
import dev.jitterlab.load.SlowRequestLog;
import dev.jitterlab.load.StepLoad;
import dev.jitterlab.scenario.Extraction;
import dev.jitterlab.scenario.Journey;
import dev.jitterlab.scenario.JourneyStep;
import dev.jitterlab.scenario.JourneyValues;
import dev.jitterlab.scenario.RequestText;
import dev.jitterlab.tick.SelfSchedulingTask;
import dev.jitterlab.tick.Turn;
import java.util.BitSet;
import java.util.List;

/**
 * A user on the way through a journey, one request after another; used again for the next journey.
 * The first request is due when the journey is, each other one when the user has the answer before
 * and has thought. Response times count from when a request was due. A journey breaks off at the
 * first answer that is none, or not what its step expects; what it had still to ask counts as
 * {@link RequestOutcome#UNREACHED}.
 */
final class JourneyWalk extends Exchange {
  /** Is told how a journey ended. */
  interface Owner {
    /**
     * Takes back the walk.
     *
     * @param thinkNs how long its user thinks now
     */
    void finished(JourneyWalk walk, RequestOutcome last, long thinkNs);
  }

  private static final String SET_COOKIE = "set-cookie";

  private final JourneyLoad load;
  private final Owner owner;
  private final JourneyValues values;
  private final CookieJar cookies = new CookieJar();
  private final StepRequests.View view;
  private final boolean hasCookies;
  private final BitSet lacking = new BitSet(); // extractions, by place, whose header has not come
  private final SelfSchedulingTask due = this::due;

  private Journey journey;
  private int number;
  private JourneyStep step;
  private long thoughtNs; // when its user has thought, by the time in which the server had its turn
  private int place; // of its request among those that are out
  private int placeInStep;
  private StepLoad level; // of its request; null where levels are not counted
  private int placeInLevel;
  private boolean wantsHeaders;
  private boolean wantsBody;

  JourneyWalk(JourneyLoad load, Owner owner) {
    this.load = load;
    this.owner = owner;
    this.values = new JourneyValues(load.scenario);
    this.view = load.stepRequests.new View(values, cookies);
    this.hasCookies = load.scenario.hasCookies();
  }

  /** Forgets what a user has been given: another one comes. */
  void forget() {
    cookies.clear();
  }

  /**
   * Begins a journey, whose first request is due now or was a moment ago.
   *
   * @param dueNs from when its response time counts
   * @param user the number of the user, or of the arrival
   * @param before how many journeys this user had
   */
  void begin(long dueNs, long user, long before) {
    values.begin(load.seed, user, before);
    journey = load.scenario.journeys().get(values.journey());
    number = 0;
    send(dueNs);
  }

  private void send(long dueNs) {
    step = journey.steps().get(number);
    StepLoad counted = load.counted(step);
    level = load.levels.at(dueNs);
    place = load.requests.trySend(dueNs);
    if (place < 0) {
      load.countUnsent(step, dueNs);
      load.countUnreached(journey, number + 1, dueNs);
      owner.finished(this, RequestOutcome.OVERFLOW, values.thinkNs(step));
      return;
    }
    if (counted != null) {
      placeInStep = counted.began(dueNs);
    }
    if (level != null) {
      placeInLevel = level.began(dueNs);
    }
    wantsBody = step.needsBody();
    wantsHeaders = hasCookies || !step.extractions().isEmpty();
    begin(dueNs, load.clock.nanoTime());
    lacking.clear();
    List<Extraction> extractions = step.extractions();
    for (int i = 0; i < extractions.size(); i++) {
      if (!extractions.get(i).isOfBody()) { // until there is such a header
        lacking.set(i);
      }
    }
    if (view.begin(step)) {
      load.exchanges.send(this);
    } else {
      end(RequestOutcome.WRONG, load.clock.nanoTime());
    }
  }

  @Override
  RequestView request() {
    return view;
  }

  @Override
  boolean wantsHeaders() {
    return wantsHeaders;
  }

  @Override
  boolean wantsBody() {
    return wantsBody;
  }

  @Override
  void header(String name, String value) {
    if (hasCookies && name.equalsIgnoreCase(SET_COOKIE)) {
      cookies.set(value);
    }
    List<Extraction> extractions = step.extractions();
    for (int i = 0; i < extractions.size(); i++) {
      Extraction extraction = extractions.get(i);
      if (extraction.header().filter(name::equalsIgnoreCase).isPresent()
          && extraction.takeFromHeader(value, values)) {
        lacking.clear(i);
      }
    }
  }

  @Override
  void ended(RequestOutcome outcome, long nowNs) {
    RequestOutcome judged = outcome == RequestOutcome.OK ? judged() : outcome;
    giveBackPlace();
    end(judged, nowNs);
  }

  private RequestOutcome judged() {
    if (!step.check().acceptsStatus(status())) {
      return RequestOutcome.REFUSED;
    }
    if (!step.check().acceptsLength(length())
        || (step.check().needsBody() && !step.check().acceptsBody(answer(), kept()))
        || !hasOthers()) {
      return RequestOutcome.WRONG;
    }
    for (Extraction extraction : step.extractions()) {
      if (extraction.isOfBody() && !extraction.takeFromBody(answer(), kept(), values)) {
        return RequestOutcome.WRONG;
      }
    }
    return RequestOutcome.OK;
  }

  /**
   * Takes what is there in place of headers that have not come; returns false if nothing is. Not
   * before the answer: the request itself may use the values of earlier steps.
   */
  private boolean hasOthers() {
    for (int i = lacking.nextSetBit(0); i >= 0; i = lacking.nextSetBit(i + 1)) {
      if (!step.extractions().get(i).takeFromHeader(null, values)) {
        return false;
      }
    }
    return true;
  }

  private void end(RequestOutcome outcome, long nowNs) {
    long responseNs = nowNs - fromNs();
    load.requests.ended(place, outcome, responseNs);
    load.firstAnswers.ended(outcome, status(), this);
    StepLoad counted = load.counted(step);
    if (counted != null) {
      counted.ended(placeInStep, outcome, responseNs);
    }
    if (level != null) {
      level.ended(placeInLevel, outcome, responseNs);
    }
    if (load.slowRequests.isPresent() && load.slowRequests.get().isSlow(responseNs)) {
      tell(load.slowRequests.get(), outcome, counted);
    }
    long thinkNs = values.thinkNs(step);
    if (outcome != RequestOutcome.OK) {
      load.countUnreached(journey, number + 1, fromNs());
      owner.finished(this, outcome, thinkNs);
    } else if (++number == journey.steps().size()) {
      owner.finished(this, outcome, thinkNs);
    } else {
      thoughtNs = load.workedNs(nowNs) + thinkNs;
      load.after(thinkNs, due);
    }
  }

  private void tell(SlowRequestLog log, RequestOutcome outcome, StepLoad counted) {
    boolean isUnanswered =
        outcome == RequestOutcome.TIMEOUT || outcome == RequestOutcome.FAILED || status() == 0;
    log.ended(
        load.target.id(),
        fromNs(),
        beganNs(),
        sentNs(),
        port(),
        isUnanswered ? outcome.label() : Integer.toString(status()),
        counted == null ? "" : counted.name());
  }

  /** What it asks for now, such as {@code GET /shop/7}. */
  @Override
  public String toString() {
    RequestText path = new RequestText();
    step.path().write(values, path);
    return step.method() + " " + new String(path.array(), 0, path.length(), UTF_8);
  }

  private void due(Turn turn) {
    long scheduledNs = turn.tick().scheduledNs();
    long leftNs = load.leftNs(thoughtNs, scheduledNs, due);
    if (leftNs > 0) {
      turn.again(leftNs);
    } else if (leftNs == 0) {
      load.requests.countFollowing();
      send(scheduledNs);
    }
  }
}
