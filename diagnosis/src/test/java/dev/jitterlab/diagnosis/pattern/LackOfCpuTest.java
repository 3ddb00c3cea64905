package dev.jitterlab.diagnosis.pattern;

import static dev.jitterlab.diagnosis.pattern.PatternFixture.TICKS;
import static dev.jitterlab.diagnosis.pattern.PatternFixture.found;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.diagnosis.pattern.PatternFixture.Server;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A tick had no CPU: by a neighbour, by the server itself, or by its CPU limit. */
class LackOfCpuTest {
  /** The reading at the begin of the measurement has what happened since the one before it. */
  @Test
  void theThrottledTimeBeginsWithTheReadingBeforeTheMeasurement() {
    Server server = new Server();
    for (int i = 0; i < TICKS; i++) {
      server.tick(i, i % 20 == 10 ? 60 : 0, 2, i % 20 == 10 ? 60 : 0, 2);
    }
    server.readings(-1, TICKS / 2, 60, 50, 60);
    assertEquals(
        "The control group was throttled for 12000 ms.",
        found(server, "throttled_container").getFirst().text());
  }

  /** It was busy while nothing waited; when ticks waited, the others used next to nothing. */
  @Test
  void aNeighbourThatWasBusyAtAnotherTimeIsNone() {
    Server server = new Server();
    for (int i = 0; i < TICKS; i++) {
      boolean waits = i > TICKS / 2 + 20 && i % 20 == 10;
      server.tick(i, waits ? 60 : 0, 2, waits ? 60 : 0, 2);
    }
    server.readings(0, TICKS / 4, 195, 10, 0);
    server.readings(TICKS / 4, TICKS / 2, 12, 10, 0);
    assertEquals(List.of(), found(server, "noisy_neighbour"));
  }

  /** Of 200 ms that two CPUs have in a tenth of a second, so many were used while ticks waited. */
  private static List<PatternMatch> waiting(String name, int busyMs, int ownMs) {
    Server server = new Server();
    for (int i = 0; i < TICKS; i++) {
      server.tick(i, i % 20 == 10 ? 60 : 0, 2, i % 20 == 10 ? 60 : 0, 2);
    }
    server.readings(busyMs, ownMs, 0);
    return found(server, name);
  }

  @Test
  void aNeighbourIsNoisyThatHasHalfOfTheCpusAndMoreThanTheServer() {
    assertEquals(List.of(), waiting("noisy_neighbour", 108, 10));
    assertEquals(1, waiting("noisy_neighbour", 112, 10).size());
    assertEquals(List.of(), waiting("noisy_neighbour", 200, 100), "the server has as much");
  }

  @Test
  void aServerHasTooMuchToDoWhereNineTenthsOfTheCpusAreBusy() {
    assertEquals(List.of(), waiting("oversubscription", 178, 170));
    assertEquals(1, waiting("oversubscription", 182, 170).size());
  }

  /** Of 60 ms that each late tick is late by, so many were waiting for a CPU. */
  private static List<PatternMatch> waitingFor(String name, long queuedMs, int ownMs) {
    Server server = new Server();
    for (int i = 0; i < TICKS; i++) {
      boolean late = i % 20 == 10;
      server.tick(i, late ? 60 : 0, 2, late ? queuedMs : 0, 2);
    }
    server.readings(195, ownMs, 0);
    return found(server, name);
  }

  @Test
  void lackOfACpuIsAPatternFromATenthOfTheLateTimeOn() {
    assertEquals(List.of(), waitingFor("noisy_neighbour", 5, 10));
    assertEquals(1, waitingFor("noisy_neighbour", 6, 10).size());
    assertEquals(List.of(), waitingFor("oversubscription", 5, 180));
    assertEquals(1, waitingFor("oversubscription", 6, 180).size());
  }
}
