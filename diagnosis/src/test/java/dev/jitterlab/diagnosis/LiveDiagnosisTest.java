package dev.jitterlab.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Follows a real JVM that runs. */
class LiveDiagnosisTest {
  @TempDir private static Path folder;
  private static Process server;

  @BeforeAll
  static void start() throws IOException {
    server = new RealServers(folder).start("sleep");
  }

  @AfterAll
  static void end() throws InterruptedException {
    server.destroy();
    server.waitFor();
  }

  @Test
  void explainsALateTickWhileTheServerRuns() throws Exception {
    try (LiveDiagnosis live =
        LiveDiagnosis.follow(repository(), "server/1", List.of(), () -> true)) {
      Optional<Causes.LateEvent> newest = newest(live);
      while (newest
          .filter(LiveDiagnosisTest::sleeps)
          .isEmpty()) { // the machine makes ticks late, too
        assertFalse(server.waitFor(50, TimeUnit.MILLISECONDS), "newest late tick: " + newest);
        newest = newest(live);
      }
      Causes.LateEvent late = newest.orElseThrow();
      assertEquals("server/1", late.instance());
      double sum = late.parts().stream().mapToDouble(Causes.Part::seconds).sum();
      assertEquals(late.latenessSeconds(), sum, 1e-9);
    }
  }

  private static Optional<Causes.LateEvent> newest(LiveDiagnosis live) {
    return live.newest().map(LiveDiagnosis.Explained::event);
  }

  private static boolean sleeps(Causes.LateEvent late) {
    return late.parts().stream().anyMatch(part -> part.cause().equals("sleep"));
  }

  /** The second one ended just before the look; nothing else may be late after it. */
  @Test
  void whatEndedJustNowIsLookedAtTheNextTime() {
    List<Causes.LateEvent> late = List.of(lateAt(10), lateAt(12.5));

    assertEquals(10, LiveDiagnosis.newestOver(late, 12).orElseThrow().at());
    assertTrue(LiveDiagnosis.isAnyLeft(late, 12));
    assertEquals(12.5, LiveDiagnosis.newestOver(late, 13).orElseThrow().at());
    assertFalse(LiveDiagnosis.isAnyLeft(late, 13));
  }

  @Test
  void whatWasDueBeforeEventsWentMayLackCauses() {
    assertTrue(LiveDiagnosis.mayLackCauses(lateAt(10), 10.01));
    assertFalse(LiveDiagnosis.mayLackCauses(lateAt(10), 10));
    assertFalse(LiveDiagnosis.mayLackCauses(lateAt(10), Double.NEGATIVE_INFINITY));
  }

  private static Causes.LateEvent lateAt(double seconds) {
    return new Causes.LateEvent(
        "id", "server/1", "tick", "a", "worker", seconds, 0.1, 0.1, List.of(), List.of());
  }

  @Test
  void endsWhenNobodyAsksAnyMore() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    try (LiveDiagnosis live =
        LiveDiagnosis.follow(
            repository(),
            "server/1",
            List.of(),
            () -> {
              asked.countDown();
              return false;
            })) {
      assertTrue(asked.await(60, TimeUnit.SECONDS));
      while (!live.hasEnded()) {
        assertTrue(server.isAlive());
        Thread.onSpinWait();
      }
    }
  }

  /** It is there when the JVM has begun to record. */
  private static Path repository() throws IOException, InterruptedException {
    while (true) {
      assertTrue(server.isAlive());
      try (Stream<Path> parts = Files.walk(folder.resolve("live"))) {
        var part = parts.filter(file -> file.toString().endsWith(".jfr")).findFirst();
        if (part.isPresent()) {
          return part.get().getParent();
        }
      }
      assertFalse(server.waitFor(20, TimeUnit.MILLISECONDS));
    }
  }
}
