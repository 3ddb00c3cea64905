package dev.jitterlab.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.jitterlab.load.RequestOutcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FirstAnswersTest {
  private static final long STEP_NS = FirstAnswers.LEAST_NS / FirstAnswers.LEAST_ANSWERS + 1;

  private final List<String> told = new ArrayList<>();
  private long nowNs = -7;
  private final FirstAnswers answers =
      new FirstAnswers(() -> nowNs, FirstAnswers.LEAST_NS, told::add);

  private void refused(int status, int times) {
    for (int i = 0; i < times; i++) {
      answers.ended(RequestOutcome.REFUSED, status, "GET /");
      nowNs += STEP_NS;
    }
  }

  @Test
  void aPageThatNobodyHasIsToldOnce() {
    refused(404, FirstAnswers.LEAST_ANSWERS);
    assertEquals(List.of(), told, "it is not twenty seconds yet");
    refused(404, 30);
    assertEquals(
        List.of(
            "all 21 answers so far had the status 404 (GET /); set `path` to what the server"
                + " answers, wait for its pages by `ready: {http: …}`, or say in a scenario that"
                + " this status is right"),
        told);
  }

  @Test
  void manyAnswersAtOnceAreNotEnough() {
    for (int i = 0; i < 1_000; i++) {
      answers.ended(RequestOutcome.REFUSED, 404, "GET /");
    }
    assertEquals(List.of(), told);
  }

  /** A server that took a moment to know its pages. */
  @Test
  void oneThatIsServedIsEnough() {
    refused(404, 10);
    answers.ended(RequestOutcome.OK, 200, "GET /");
    refused(404, 100);
    assertEquals(List.of(), told);
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 429, 503})
  void aServerThatHasTooMuchToDoIsAResult(int status) {
    refused(status, 100);
    assertEquals(List.of(), told);
  }

  @Test
  void soIsOneThatDoesNotAnswer() {
    answers.ended(RequestOutcome.TIMEOUT, 0, "GET /");
    refused(404, 100);
    assertEquals(List.of(), told);
  }

  @Test
  void refusalsOfSeveralKindsAreNoWrongPath() {
    refused(404, 10);
    refused(403, 100);
    assertEquals(List.of(), told);
  }
}
