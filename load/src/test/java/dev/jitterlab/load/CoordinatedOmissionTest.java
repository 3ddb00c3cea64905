package dev.jitterlab.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.arrivals.ArrivalPlan;
import dev.jitterlab.arrivals.ArrivalProcess;
import dev.jitterlab.arrivals.Arrivals;
import dev.jitterlab.tick.ManualClock;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/**
 * A server answers in 5 ms, and in the middle of 10 s stands still for one: what do the models see
 * of it? No thread and no clock: the times are computed.
 */
class CoordinatedOmissionTest {
  private static final long MS = 1_000_000L;
  private static final long RUN_NS = 10_000 * MS;
  private static final long SERVICE_NS = 5 * MS;
  private static final long STALL_FROM_NS = 5_000 * MS;
  private static final long STALL_TO_NS = 6_000 * MS;

  private final Target target = Target.parse("server=127.0.0.1:4000");

  /** When the request that is sent then is answered. */
  private static long answeredNs(long sentNs) {
    boolean isInStall = sentNs >= STALL_FROM_NS && sentNs < STALL_TO_NS;
    return (isInStall ? STALL_TO_NS : sentNs) + SERVICE_NS;
  }

  private Histogram open(ArrivalPlan plan) {
    Load load = new Load(List.of(target), new ManualClock(0), new PrometheusRegistry());
    AwaitedRequests requests = load.awaited(target, 1_000);
    Arrivals arrivals = plan.arrivals();
    for (long due = arrivals.nextNs(); due <= RUN_NS; due = arrivals.nextNs()) {
      int place = requests.trySend(due);
      assertTrue(place >= 0);
      requests.ended(place, RequestOutcome.OK, answeredNs(due) - due);
    }
    return load.responseTimes().get("response;target=server").get();
  }

  /** The q-quantile of what a request every 10 ms sees, by sorting. */
  private static double exactQuantileMs(double q) {
    double[] responsesMs = new double[1_000];
    for (int i = 0; i < responsesMs.length; i++) {
      long due = (i + 1L) * 10 * MS;
      responsesMs[i] = (answeredNs(due) - due) / 1e6;
    }
    Arrays.sort(responsesMs);
    return responsesMs[(int) Math.ceil(q * responsesMs.length) - 1];
  }

  @Test
  void anOpenModelShowsTheWholeStall() {
    Histogram responses = open(ArrivalPlan.of(ArrivalProcess.CONSTANT, "100", 1));
    assertEquals(1_000, responses.getTotalCount());
    // By hand: the 100 requests of the stall see 1005, 995, ... 15 ms; ten are longer than 905.
    assertEquals(905, exactQuantileMs(0.99), 1e-9);
    for (double q : new double[] {0.5, 0.9, 0.95, 0.99, 0.999}) {
      double exact = exactQuantileMs(q);
      assertEquals(exact, responses.getValueAtPercentile(100 * q) / 1e6, 0.002 * exact, "q " + q);
    }
    assertEquals(1_005e6, (double) responses.getMaxValue(), 1e6);
  }

  @Test
  void randomArrivalsShowItToo() {
    Histogram responses = open(ArrivalPlan.of(ArrivalProcess.POISSON, "100", 1));
    // In the 100 ms that are beyond the p99 come 10 requests, with a standard deviation of 3.2.
    assertEquals(exactQuantileMs(0.99), responses.getValueAtPercentile(99) / 1e6, 130);
  }

  /** The measurement ends 900 ms after the stall began: nothing that is due in it has an answer. */
  @Test
  void anOpenModelShowsWhatTheStallHadNotAnsweredAtTheEnd() {
    long endNs = STALL_FROM_NS + 900 * MS;
    Load load = new Load(List.of(target), new ManualClock(endNs), new PrometheusRegistry());
    AwaitedRequests requests = load.awaited(target, 1_000);
    Arrivals arrivals = ArrivalPlan.of(ArrivalProcess.CONSTANT, "100", 1).arrivals();
    for (long due = arrivals.nextNs(); due <= endNs; due = arrivals.nextNs()) {
      int place = requests.trySend(due);
      assertTrue(place >= 0);
      if (answeredNs(due) <= endNs) {
        requests.ended(place, RequestOutcome.OK, answeredNs(due) - due);
      }
    }
    Histogram responses = load.responseTimes().get("response;target=server").get();
    Histogram waiting = load.responseTimes().get("waiting-response;target=server").get();

    assertEquals(499, responses.getTotalCount());
    assertEquals(5e6, (double) responses.getMaxValue(), 1e4, "without the others it looks fast");
    // By hand: those that are due after 5000, 5010, ... 5900 ms wait for 900, 890, ... 0 ms.
    assertEquals(91, waiting.getTotalCount());
    assertEquals(900e6, (double) waiting.getMaxValue(), 1e6);
    assertEquals(450e6, (double) waiting.getValueAtPercentile(50), 1e6);
  }

  @Test
  void aClosedModelHidesItAndItsCompensationShowsItAgain() {
    Load load = Load.closed(List.of(target), new ManualClock(0), new PrometheusRegistry(), 5 * MS);
    AwaitedRequests client = load.awaited(target, 1);
    Map<String, Supplier<Histogram>> recorders = load.responseTimes();
    long sent = 0;
    while (sent < RUN_NS) {
      int place = client.trySend(sent);
      assertTrue(place >= 0);
      long answered = answeredNs(sent);
      client.ended(place, RequestOutcome.OK, answered - sent);
      sent = answered + 5 * MS;
    }
    Histogram measured = recorders.get("response;target=server").get();
    Histogram compensated = recorders.get("response-compensated;target=server").get();

    assertEquals(901, (double) measured.getTotalCount(), 1);
    assertEquals(
        5e6, (double) measured.getValueAtPercentile(99.8), 1e4, "one answer of 901 was slow");
    assertEquals(1_005e6, (double) measured.getMaxValue(), 1e6);
    assertEquals(
        exactQuantileMs(0.99), compensated.getValueAtPercentile(99) / 1e6, 20, "as the open model");
    assertEquals(1_000, (double) compensated.getTotalCount(), 5);
  }

  /** A timeout of an hour, of a client that would have sent every 10 µs: 359,999,999 requests. */
  @Test
  void aLongWaitIsCompensatedInFewSteps() {
    long intervalNs = 10_000;
    long waitedNs = 3_600_000 * MS;
    AtomicInteger steps = new AtomicInteger();
    Histogram unsent = new Histogram(1, waitedNs, 3);
    CompensatedTimes.addUnsent(
        waitedNs,
        intervalNs,
        (ns, count) -> {
          int unused = steps.incrementAndGet();
          unsent.recordValueWithCount(ns, count);
        });

    assertTrue(steps.get() < 20_000, steps + " steps");
    assertEquals(waitedNs / intervalNs - 1, unsent.getTotalCount());
    for (double q : new double[] {0.001, 0.1, 0.5, 0.99, 0.999}) {
      double exact = q * waitedNs; // they are 1, 2, 3, ... intervals
      assertEquals(exact, unsent.getValueAtPercentile(100 * q), 0.003 * exact, "q " + q);
    }
  }

  @Test
  void aShortWaitIsCompensatedStepByStep() {
    Histogram ours = new Histogram(1, RUN_NS, 3);
    ours.recordValue(1_000 * MS);
    CompensatedTimes.addUnsent(1_000 * MS, 3 * MS, ours::recordValueWithCount);
    Histogram theirs = new Histogram(1, RUN_NS, 3);
    theirs.recordValueWithExpectedInterval(1_000 * MS, 3 * MS);
    assertEquals(theirs, ours);
  }
}
