package dev.jitterlab.battle.server.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class KickReportsTest {
  private final List<Long> sent = new ArrayList<>();
  private CompletableFuture<Integer> answer = CompletableFuture.completedFuture(200);
  private final KickReports kicks =
      new KickReports(
          "s-1",
          kick -> {
            assertEquals("s-1", kick.path("server").asText());
            sent.add(kick.path("player").asLong());
            return answer;
          },
          Runnable::run);

  private void answerWith(int status) {
    answer = CompletableFuture.completedFuture(status);
  }

  @Test
  void theStoreHearsAllOneAfterAnother() {
    answer = new CompletableFuture<>();
    kicks.add(List.of(1L, 2L));
    kicks.send();
    kicks.send();
    assertEquals(List.of(1L), sent);
    CompletableFuture<Integer> first = answer;
    answerWith(200);
    first.complete(200);
    assertEquals(List.of(1L, 2L), sent);
    kicks.send();
    assertEquals(2, sent.size());
  }

  @Test
  void nothingIsLostWhileTheStoreHasHeardTooManyAndItIsLeftAloneForAWhile() {
    kicks.add(List.of(1L, 2L, 3L));
    answerWith(429);
    kicks.send();
    answerWith(200);
    for (int i = 0; i < KickReports.PAUSE_CALLS; i++) {
      kicks.send();
      assertEquals(List.of(1L), sent);
    }
    kicks.send();
    assertEquals(List.of(1L, 1L, 2L, 3L), sent);
  }

  @Test
  void whatWasNotAnsweredIsSentAgainAndWhatWasRefusedIsNot() {
    kicks.add(List.of(1L, 2L));
    answerWith(503);
    kicks.send();
    answer = CompletableFuture.failedFuture(new IOException("no answer"));
    kicks.send();
    answerWith(401);
    kicks.send();
    answerWith(400);
    kicks.send();
    assertEquals(List.of(1L, 1L, 1L, 1L, 2L), sent);
  }
}
