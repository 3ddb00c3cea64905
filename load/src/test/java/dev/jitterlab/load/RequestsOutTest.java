package dev.jitterlab.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestsOutTest {
  private static List<Long> ages(RequestsOut out, long nowNs) {
    List<Long> ages = new ArrayList<>();
    out.ages(
        nowNs,
        (ageNs, answers) -> {
          for (int i = 0; i < answers; i++) {
            ages.add(ageNs);
          }
        });
    ages.sort(null);
    return ages;
  }

  @Test
  void knowsTheAgeOfEachThatIsOut() {
    RequestsOut out = new RequestsOut(10);
    int first = out.begin(100);
    int second = out.begin(130);
    assertEquals(List.of(20L, 50L), ages(out, 150));
    out.end(first);
    assertEquals(List.of(20L), ages(out, 150));
    out.waitFor(second, 3);
    assertEquals(List.of(20L, 20L, 20L), ages(out, 150));
    out.end(second);
    assertEquals(List.of(), ages(out, 150));
  }

  /** A generator that was late, or a plan that was held, may send what is due in a moment. */
  @Test
  void nothingWaitsForLessThanNoTime() {
    RequestsOut out = new RequestsOut(1);
    out.begin(100);
    assertEquals(List.of(0L), ages(out, 90));
  }

  @Test
  void countsRequestsThatAreOutForLonger() {
    RequestsOut out = new RequestsOut(10);
    long dueNs = Long.MAX_VALUE - 40;
    out.waitFor(out.begin(dueNs), 5);
    out.begin(dueNs + 30);
    long nowNs = dueNs + 50; // it has overflowed
    assertEquals(2, out.olderThan(19, nowNs), "each once, for however many answers it waits");
    assertEquals(1, out.olderThan(20, nowNs));
    assertEquals(0, out.olderThan(50, nowNs));
  }

  @Test
  void growsToItsBoundAndKeepsWhatIsOut() {
    RequestsOut out = new RequestsOut(100);
    for (int i = 0; i < 100; i++) {
      assertEquals(i, out.begin(i));
    }
    assertEquals(RequestsOut.NO_PLACE, out.begin(100));
    List<Long> ages = ages(out, 100);
    assertEquals(100, ages.size());
    assertEquals(1L, ages.get(0));
    assertEquals(100L, ages.get(99));
    out.end(42);
    assertEquals(42, out.begin(0), "a place is used again");
    assertEquals(RequestsOut.NO_PLACE, out.begin(0));
  }

  @Test
  void aPlaceIsGivenBackOnce() {
    RequestsOut out = new RequestsOut(1);
    int place = out.begin(0);
    out.end(place);
    assertThrows(IllegalStateException.class, () -> out.end(place));
    assertThrows(IllegalStateException.class, () -> out.waitFor(place, 1));
  }
}
