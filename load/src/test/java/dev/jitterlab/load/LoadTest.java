package dev.jitterlab.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.tick.ManualClock;
import dev.jitterlab.tick.Rate;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LoadTest {
  private static final long MS = 1_000_000L;

  private final Target target = Target.parse("pool/1=127.0.0.1:4000");
  private final ManualClock clock = new ManualClock(Long.MAX_VALUE - 70 * MS);
  private final long start = clock.nanoTime(); // it overflows on the way
  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final Load load = new Load(List.of(target), clock, registry);
  private final TargetLoad counts = load.of(target);

  @Test
  void offersByTheScheduleAlone() {
    RequestStream stream = load.stream(target, Rate.hz(20));
    assertEquals(0, counts.offeredBy(start));
    stream.next(start + 10 * MS);
    assertEquals(0, counts.offeredBy(start + 10 * MS - 1));
    assertEquals(1, counts.offeredBy(start + 10 * MS));
    assertEquals(1, counts.offeredBy(start + 60 * MS - 1));
    assertEquals(2, counts.offeredBy(start + 60 * MS));
    assertEquals(20 * 3_600 + 1, counts.offeredBy(start + 10 * MS + 3_600_000 * MS));
    assertEquals(0, counts.sent());
  }

  @Test
  void offersExactlyAtRatesWithoutAWholePeriod() {
    RequestStream stream = load.stream(target, Rate.hz(3));
    stream.next(start);
    for (int i = 0; i < 100; i++) {
      long dueNs = start + Rate.hz(3).offsetNs(i);
      assertEquals(i, counts.offeredBy(dueNs - 1));
      assertEquals(i + 1, counts.offeredBy(dueNs));
    }
  }

  @Test
  void offersNothingBetweenSuspensionAndTheNextRequest() {
    RequestStream stream = load.stream(target, Rate.hz(20));
    stream.next(start);
    stream.next(start + 50 * MS);
    stream.suspend();
    assertEquals(2, counts.offeredBy(start + 10_000 * MS));
    stream.next(start + 10_000 * MS);
    assertEquals(3, counts.offeredBy(start + 10_000 * MS));
    assertEquals(4, counts.offeredBy(start + 10_050 * MS));
  }

  @Test
  void plansOnWhileAPlayerCannotPlay() {
    RequestStream stream = load.stream(target, Rate.hz(20));
    long before = counts.plannedBy(start);
    stream.next(start);
    stream.suspend();
    assertEquals(1, counts.offeredBy(start + 10_000 * MS));
    assertEquals(before + 200, counts.plannedBy(start + 10_000 * MS));
    stream.restart(start + 11_000 * MS);
    assertEquals(before + 240, counts.plannedBy(start + 12_000 * MS));
  }

  @Test
  void offersByTheNewScheduleFromARestartOn() {
    RequestStream stream = load.stream(target, Rate.hz(20));
    stream.next(start);
    stream.restart(start + 30 * MS);
    assertEquals(1, counts.offeredBy(start + 30 * MS - 1));
    assertEquals(2, counts.offeredBy(start + 30 * MS));
    stream.next(start + 30 * MS);
    assertEquals(2, counts.offeredBy(start + 80 * MS - 1));
    assertEquals(3, counts.offeredBy(start + 80 * MS));
  }

  @Test
  void offersWhatWasMissedBeforeARestart() {
    RequestStream stream = load.stream(target, Rate.hz(20));
    stream.next(start);
    stream.missed(2);
    stream.next(start + 150 * MS);
    stream.restart(start + 190 * MS);
    assertEquals(4, counts.offeredBy(start + 190 * MS - 1));
    assertEquals(5, counts.offeredBy(start + 190 * MS));
  }

  @Test
  void missesNothingWhileSuspended() {
    RequestStream stream = load.stream(target, Rate.hz(20));
    stream.next(start);
    stream.suspend();
    stream.missed(3);
    stream.next(start + 200 * MS);
    assertEquals(2, counts.offeredBy(start + 200 * MS));
  }

  @Test
  void countsNothingOfAWithdrawnRequest() {
    RequestStream stream = load.stream(target, Rate.hz(20));
    int sent = sent(stream, start);
    int withdrawn = stream.next(start + 50 * MS);
    stream.withdrawn();
    stream.answered(withdrawn, start + 60 * MS);
    stream.answered(sent, start + 60 * MS);
    assertEquals(1, counts.offeredBy(start + 60 * MS));
    assertEquals(1, counts.sent());
    assertEquals(1, counts.answered());
  }

  /** The metrics may be asked for late, and a counter below zero would take all others with it. */
  @Test
  void thePlanBeginsWithTheFirstQuestionWhateverWasWithdrawnBefore() {
    RequestStream stream = load.stream(target, Rate.hz(20));
    for (int i = 0; i < 5; i++) {
      stream.next(start + i * 50 * MS);
      stream.withdrawn();
    }
    long first = counts.plannedBy(start + 210 * MS);
    assertEquals(1, first);
    stream.next(start + 250 * MS);
    stream.withdrawn();
    assertEquals(first + 20 - 1, counts.plannedBy(start + 1210 * MS));
  }

  @Test
  void countsEveryAnswerOnce() {
    RequestStream stream = load.stream(target, Rate.hz(20));
    int first = sent(stream, start);
    int second = sent(stream, start + 50 * MS);
    stream.answered(second, start + 60 * MS);
    stream.answered(second, start + 61 * MS);
    assertEquals(1, counts.answered());
    stream.answered(first, start + 61 * MS);
    assertEquals(2, counts.answered());
    assertEquals(2, counts.sent());
  }

  /** Else a request whose own answer was left out would never be late. */
  @Test
  void anAnswerEndsAlsoTheOlderRequestsEachWithItsOwnTime() {
    RequestStream stream = load.stream(target, Rate.hz(20));
    sent(stream, start);
    int second = sent(stream, start + 50 * MS);
    int third = sent(stream, start + 100 * MS);
    stream.answeredUpTo(third + 1, start + 110 * MS);
    stream.answeredUpTo(third - RequestStream.WINDOW, start + 110 * MS);
    stream.answeredUpTo(Integer.MIN_VALUE, start + 110 * MS);
    assertEquals(0, counts.answered());
    stream.answeredUpTo(second, start + 110 * MS);
    stream.answeredUpTo(second, start + 120 * MS);
    assertEquals(1, counts.answered(), "the first may have been lost on its way");
    stream.answeredUpTo(third, start + 140 * MS);
    Histogram times = load.responseTimes().get("response;target=pool%2F1").get();
    assertEquals(3, times.getTotalCount());
    for (long ms : new long[] {110, 60, 40}) {
      assertEquals(1, times.getCountAtValue(ms * MS));
    }
  }

  @Test
  void whatAPlayerThatLeftHadSentIsNotAnsweredLater() {
    RequestStream stream = load.stream(target, Rate.hz(20));
    sent(stream, start);
    stream.forget();
    stream.answeredUpTo(sent(stream, start + 500 * MS), start + 510 * MS);
    assertEquals(1, counts.answered());
  }

  @Test
  void doesNotBelieveAnswersToWhatWasNotSent() {
    RequestStream stream = load.stream(target, Rate.hz(20));
    int unsent = stream.next(start);
    stream.answered(unsent, start);
    stream.answered(unsent + 1, start);
    stream.answered(unsent - 1, start);
    stream.answered(Integer.MIN_VALUE, start);
    assertEquals(0, counts.answered());
    assertEquals(0, counts.sent());
  }

  @Test
  void forgetsRequestsOutOfTheWindow() {
    RequestStream stream = load.stream(target, Rate.hz(20));
    int old = sent(stream, start);
    for (int i = 1; i < RequestStream.WINDOW; i++) {
      sent(stream, start + i);
    }
    int young = sent(stream, start + RequestStream.WINDOW);
    stream.answered(old, start);
    assertEquals(0, counts.answered());
    stream.answered(young, start);
    assertEquals(1, counts.answered());
  }

  @Test
  void showsTheContractsMetrics() throws IOException {
    RequestStream stream = load.stream(target, Rate.hz(20));
    stream.answered(sent(stream, start), start + 7 * MS);
    clock.advance(110 * MS - 1);
    assertTrue(
        metrics().contains("jitterlab_load_offered_total{target=\"pool/1\"} 2.0"), "in time");
    clock.advance(1);
    String metrics = metrics();
    for (String line :
        List.of(
            "jitterlab_load_offered_total{target=\"pool/1\"} 3.0",
            "jitterlab_load_planned_seconds_total{target=\"pool/1\"} 0.11",
            "jitterlab_load_sent_total{target=\"pool/1\"} 1.0",
            "jitterlab_load_answered_total{target=\"pool/1\"} 1.0",
            "jitterlab_load_players{target=\"pool/1\"} 1.0",
            "jitterlab_load_response_seconds_bucket{target=\"pool/1\",le=\"0.005\"} 0",
            "jitterlab_load_response_seconds_bucket{target=\"pool/1\",le=\"0.01\"} 1")) {
      assertTrue(metrics.contains(line), line + " is not in\n" + metrics);
    }
  }

  private String metrics() throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    PrometheusTextFormatWriter.create().write(text, registry.scrape());
    return text.toString(StandardCharsets.UTF_8);
  }

  @Test
  void refusesTwoTargetsOfOneId() {
    List<Target> twice = List.of(target, Target.parse("pool/1=127.0.0.1:4001"));
    assertThrows(
        IllegalArgumentException.class, () -> new Load(twice, clock, new PrometheusRegistry()));
    assertThrows(
        IllegalArgumentException.class, () -> new Load(List.of(), clock, new PrometheusRegistry()));
  }

  private static int sent(RequestStream stream, long dueNs) {
    int number = stream.next(dueNs);
    stream.sent();
    return number;
  }
}
