package dev.jitterlab.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.arrivals.ArrivalPlan;
import dev.jitterlab.arrivals.ArrivalProcess;
import dev.jitterlab.tick.ManualClock;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class AwaitedRequestsTest {
  private static final long MS = 1_000_000L;

  private final Target target = Target.parse("gc=g1,jdk=25/1=127.0.0.1:4000");
  private final ManualClock clock = new ManualClock(Long.MAX_VALUE - 70 * MS);
  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final Load load = new Load(List.of(target), clock, registry);
  private final TargetLoad counts = load.of(target);
  private final AwaitedRequests requests = load.awaited(target, 2);

  private static final String TAG = ";target=gc%3Dg1%2Cjdk%3D25%2F1";

  private static Histogram recorded(Load load, String tag) {
    return load.responseTimes().get(tag + TAG).get();
  }

  @Test
  void offersTheArrivalsOfThePlanWhetherTheyAreSentOrNot() {
    ArrivalPlan plan = ArrivalPlan.of(ArrivalProcess.CONSTANT, "100", 1);
    long zero = clock.nanoTime();
    assertEquals(0, counts.offeredBy(zero));
    requests.begin(plan.arrivals(), zero);
    assertEquals(0, counts.offeredBy(zero + 10 * MS - 1));
    assertEquals(1, counts.offeredBy(zero + 10 * MS));
    assertEquals(100, counts.offeredBy(zero + 1_000 * MS)); // the clock has overflowed
    assertEquals(0, counts.sent());
  }

  /** A journey of three requests offers three, however the steps that follow are counted. */
  @Test
  void usersWhoWaitOfferWhatTheySend() {
    PrometheusRegistry registry = new PrometheusRegistry();
    Load closed = Load.closed(List.of(target), clock, registry, 5 * MS);
    AwaitedRequests journeys = closed.awaited(target, 2);
    for (int step = 0; step < 3; step++) {
      if (step > 0) {
        journeys.countFollowing();
      }
      answered(journeys, MS);
    }
    assertEquals(3, closed.of(target).sent());
    assertEquals(3, closed.of(target).offeredBy(clock.nanoTime()));
    List<String> exposed =
        registry.scrape().stream()
            .filter(metric -> !metric.getDataPoints().isEmpty())
            .map(metric -> metric.getMetadata().getName())
            .collect(Collectors.toList());
    assertTrue(exposed.contains("jitterlab_load_offered"), exposed.toString());
    assertFalse(exposed.contains("jitterlab_load_planned"), "a closed model has no plan");
  }

  @Test
  void sendsNoMoreThanMayBeUnderWayAndCountsTheOthers() {
    int first = sent(requests, 0);
    int second = sent(requests, 0);
    assertTrue(requests.trySend(0) < 0);
    assertEquals(2, counts.sent());
    assertEquals(1, counts.ended(RequestOutcome.OVERFLOW));
    requests.ended(second, RequestOutcome.OK, MS);
    assertEquals(second, sent(requests, 0), "its place is free again");
    requests.ended(first, RequestOutcome.OK, MS);
  }

  @Test
  void timesAnswersAndTimeoutsAndNoQuickRefusal() {
    for (RequestOutcome outcome :
        List.of(
            RequestOutcome.OK,
            RequestOutcome.REFUSED,
            RequestOutcome.TIMEOUT,
            RequestOutcome.FAILED)) {
      long responseNs = outcome == RequestOutcome.TIMEOUT ? 5_000 * MS : MS;
      requests.ended(sent(requests, 0), outcome, responseNs);
      assertEquals(1, counts.ended(outcome));
    }
    assertEquals(1, counts.answered());
    assertEquals(0, recorded(load, "waiting-response").getTotalCount());
    Histogram responses = recorded(load, "response");
    assertEquals(2, responses.getTotalCount());
    assertEquals(5e9, (double) responses.getMaxValue(), 5e6);
  }

  @Test
  void anOpenModelHasNothingToCompensate() {
    assertEquals(
        List.of("response" + TAG, "waiting-response" + TAG),
        List.copyOf(load.responseTimes().keySet()));
  }

  @Test
  void aClosedModelOffersWhatItSends() {
    Load closed = Load.closed(List.of(target), clock, new PrometheusRegistry(), 0);
    AwaitedRequests ofClients = closed.awaited(target, 10);
    int first = sent(ofClients, 0);
    int second = sent(ofClients, 0);
    assertTrue(first != second);
    assertEquals(2, closed.of(target).offeredBy(clock.nanoTime()));
  }

  /** The clock overflows meanwhile. */
  @Test
  void tellsHowLongWhatIsOutHasWaited() {
    int first = sent(requests, clock.nanoTime());
    clock.advance(30 * MS);
    int second = sent(requests, clock.nanoTime());
    clock.advance(70 * MS);
    Histogram waits = recorded(load, "waiting-response");
    assertEquals(2, waits.getTotalCount());
    assertEquals(70e6, (double) waits.getMinValue(), 1e5);
    assertEquals(100e6, (double) waits.getMaxValue(), 1e5);
    assertTrue(waits.getStartTimeStamp() <= waits.getEndTimeStamp());

    requests.ended(first, RequestOutcome.FAILED, 100 * MS);
    assertEquals(1, recorded(load, "waiting-response").getTotalCount());
    clock.advance(5 * MS);
    Histogram later = recorded(load, "waiting-response");
    assertEquals(75e6, (double) later.getMaxValue(), 1e5);
    requests.ended(second, RequestOutcome.OK, 75 * MS);
  }

  @Test
  void aMessageWaitsOnceForEachWhoIsStillToGetIt() {
    int place = sent(requests, clock.nanoTime());
    requests.awaitedBy(place, 7);
    clock.advance(MS);
    assertEquals(7, recorded(load, "waiting-response").getTotalCount());
    requests.delivered(MS);
    requests.awaitedBy(place, 6);
    assertEquals(6, recorded(load, "waiting-response").getTotalCount());
    requests.deliveredToAll(place, RequestOutcome.OK, MS);
    assertEquals(0, recorded(load, "waiting-response").getTotalCount());
  }

  @Test
  void aStepTellsHowLongItsOwnRequestsHaveWaited() {
    StepLoad step = counts.addStep("buy/pay");
    int place = step.began(clock.nanoTime());
    clock.advance(40 * MS);
    Map<String, Supplier<Histogram>> times = load.responseTimes();
    Supplier<Histogram> waiting = times.get("waiting-step" + TAG + ";step=buy%2Fpay");
    assertEquals(1, waiting.get().getTotalCount());
    assertEquals(40e6, (double) waiting.get().getMaxValue(), 1e6);
    step.ended(place, RequestOutcome.OK, 41 * MS);
    assertEquals(0, waiting.get().getTotalCount());
    assertEquals(1, step.ended(RequestOutcome.OK));
    assertEquals(1, times.get("step" + TAG + ";step=buy%2Fpay").get().getTotalCount());
  }

  /** The client of the next test in the middle of its stall: it would have sent 49 more. */
  @Test
  void compensationAddsWhatAClientWouldHaveSentThatWaitsToTheEnd() {
    Load closed = Load.closed(List.of(target), clock, new PrometheusRegistry(), 9 * MS);
    AwaitedRequests client = closed.awaited(target, 1);
    for (int i = 0; i < 900; i++) {
      answered(client, MS);
    }
    int place = sent(client, clock.nanoTime());
    clock.advance(505 * MS);
    assertEquals(1, recorded(closed, "waiting-response").getTotalCount());
    Histogram compensated = recorded(closed, "waiting-response-compensated");
    assertEquals(50, (double) compensated.getTotalCount(), 1);
    assertEquals(505e6, (double) compensated.getMaxValue(), 1e6);
    client.ended(place, RequestOutcome.OK, 505 * MS);
  }

  /** 100 s are 10,000 expected intervals, which are added ten at once. */
  @Test
  void compensationOfALongWaitAddsAsMuchWithLessWork() {
    Load closed = Load.closed(List.of(target), clock, new PrometheusRegistry(), 9 * MS);
    AwaitedRequests client = closed.awaited(target, 1);
    for (int i = 0; i < 900; i++) {
      answered(client, MS);
    }
    int place = sent(client, clock.nanoTime());
    clock.advance(100_000 * MS);
    Histogram compensated = recorded(closed, "waiting-response-compensated");
    assertEquals(10_000, (double) compensated.getTotalCount(), 30);
    assertEquals(50e9, (double) compensated.getValueAtPercentile(50), 0.5e9);
    client.ended(place, RequestOutcome.OK, MS);
  }

  /**
   * A client that thinks for 9 ms and gets its answers after 1 ms sends every 10 ms. Of a stall of
   * 1 s it sees one answer; the 99 requests that it would have sent meanwhile are recorded with
   * 990, 980, ... 10 ms.
   */
  @Test
  void compensationRecordsWhatAWaitingClientWouldHaveSent() {
    Load closed = Load.closed(List.of(target), clock, new PrometheusRegistry(), 9 * MS);
    AwaitedRequests client = closed.awaited(target, 1);
    Map<String, Supplier<Histogram>> recorders = closed.responseTimes();
    for (int i = 0; i < 900; i++) {
      answered(client, MS);
    }
    answered(client, 1_000 * MS);
    Histogram measured = recorders.get("response" + TAG).get();
    Histogram compensated = recorders.get("response-compensated" + TAG).get();
    assertEquals(901, measured.getTotalCount());
    assertEquals(1, measured.getTotalCount() - measured.getCountBetweenValues(0, 2 * MS));
    assertEquals(1_000, (double) compensated.getTotalCount(), 1);
    assertEquals(900, compensated.getCountBetweenValues(0, 5 * MS));
    // By hand: rank 950 of 1,000 is the 50th of 10, 20, ... 1,000 ms.
    assertEquals(500e6, (double) compensated.getValueAtPercentile(95), 15e6);
    assertEquals(1e6, (double) measured.getValueAtPercentile(95), 1e4);
  }

  private String metrics() throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    PrometheusTextFormatWriter.create().write(text, registry.scrape());
    return text.toString(StandardCharsets.UTF_8);
  }

  /** What is out for too long, added to what was missed, has each request once. */
  @Test
  void whatIsOutForLongerThanPromisedIsMissedOnceItEnds() throws IOException {
    assertFalse(metrics().contains("jitterlab_load_waiting{"), "nothing is promised");
    counts.promise(50 * MS);
    int place = sent(requests, clock.nanoTime());
    clock.advance(50 * MS);
    String name = "jitterlab_load_waiting{target=\"gc=g1,jdk=25/1\"} ";
    assertTrue(metrics().contains(name + "0.0"), metrics());
    clock.advance(1);
    assertTrue(metrics().contains(name + "1.0"), metrics());
    assertEquals(0, counts.missed());
    requests.ended(place, RequestOutcome.TIMEOUT, 50 * MS + 1);
    assertTrue(metrics().contains(name + "0.0"), metrics());
    assertEquals(1, counts.missed());
    assertEquals(1, counts.promised());
  }

  private static int sent(AwaitedRequests requests, long dueNs) {
    int place = requests.trySend(dueNs);
    assertTrue(place >= 0);
    return place;
  }

  private static void answered(AwaitedRequests client, long responseNs) {
    client.ended(sent(client, 0), RequestOutcome.OK, responseNs);
  }

  @Test
  void showsWhatBecameOfRequests() throws IOException {
    requests.ended(sent(requests, 0), RequestOutcome.TIMEOUT, MS);
    String metrics = metrics();
    String line =
        "jitterlab_load_outcomes_total{outcome=\"timeout\",target=\"gc=g1,jdk=25/1\"} 1.0";
    assertTrue(metrics.contains(line), metrics);
    assertFalse(metrics.contains("jitterlab_load_players"), metrics);
  }

  @Test
  void aRequestThatIsSentAgainIsStillOne() throws IOException {
    String name = "jitterlab_load_sent_again_total{target=\"gc=g1,jdk=25/1\"} ";
    assertTrue(metrics().contains(name + "0.0"), metrics());
    int place = sent(requests, 0);
    requests.countSentAgain();
    requests.ended(place, RequestOutcome.OK, MS);
    assertTrue(metrics().contains(name + "1.0"), metrics());
    assertEquals(1, counts.sent());
    assertEquals(1, counts.answered());
  }

  /** A user speaks again when the last one has heard it, and most of the others hear it sooner. */
  @Test
  void thePaceOfOneWhoSpeaksIsThatOfTheSlowestDelivery() {
    Load closed = Load.closed(List.of(target), clock, new PrometheusRegistry(), 0);
    AwaitedRequests speaker = closed.awaited(target, 1);
    Map<String, Supplier<Histogram>> recorders = closed.responseTimes();
    for (int message = 0; message < 2; message++) {
      int place = speaker.trySend(clock.nanoTime());
      speaker.awaitedBy(place, 10);
      for (int listener = 0; listener < 9; listener++) {
        speaker.delivered(MS);
      }
      speaker.delivered(10 * MS);
      speaker.deliveredToAll(place, RequestOutcome.OK, 10 * MS);
    }
    Histogram compensated = recorders.get("response-compensated" + TAG).get();
    assertEquals(20, compensated.getTotalCount(), "all was sent that a user would have sent");
    speaker.delivered(100 * MS);
    compensated = recorders.get("response-compensated" + TAG).get();
    assertEquals(1 + 8, compensated.getTotalCount(), "the pace is slightly above 10 ms");
  }
}
