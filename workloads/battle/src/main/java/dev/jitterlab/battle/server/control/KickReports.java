package dev.jitterlab.battle.server.control;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.battle.http.JsonClient;
import dev.jitterlab.battle.http.JsonReply;
import dev.jitterlab.battle.http.Retries;
import dev.jitterlab.battle.http.StrictJson;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * Kicks on their way to the store, which bans the accounts: each is sent until the store has
 * answered, one after another. Each has its time, by which the store knows one that it got before.
 * If the store has heard too many kicks of this server, the next attempt is {@value #PAUSE_MILLIS}
 * ms later. The oldest of more than {@value #MAX_WAITING} is given up: the ban on this server holds
 * in any case. Control loop only.
 */
final class KickReports {
  private static final int MAX_WAITING = 1_000;
  private static final int TOO_MANY = 429;

  /** The store believes one more kick of a server after that time. */
  private static final int PAUSE_MILLIS = 6_000;

  /** Calls of {@link #send} that this pause takes. */
  static final int PAUSE_CALLS = PAUSE_MILLIS / ControlServer.REPORT_MILLIS;

  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  private final String server;
  private final Function<ObjectNode, CompletableFuture<Integer>> store;
  private final Executor loop;
  private final Deque<ObjectNode> waiting = new ArrayDeque<>();
  private boolean sending;
  private int pausedCalls;

  KickReports(MembershipOptions options, JsonClient client, Executor loop) {
    this(options.serverId(), store(client, options.results.resolve("/kicks")), loop);
  }

  /** {@code store} sends a kick, and has the status of the answer. */
  KickReports(
      String server, Function<ObjectNode, CompletableFuture<Integer>> store, Executor loop) {
    this.server = server;
    this.store = store;
    this.loop = loop;
  }

  private static Function<ObjectNode, CompletableFuture<Integer>> store(
      JsonClient client, URI kicks) {
    return kick -> client.post(kicks, kick, TIMEOUT, Retries.none()).thenApply(JsonReply::status);
  }

  void add(List<Long> players) {
    long nowSeconds = System.currentTimeMillis() / 1_000;
    for (long player : players) {
      if (waiting.size() == MAX_WAITING) {
        waiting.remove();
      }
      waiting.add(
          StrictJson.object().put("server", server).put("player", player).put("at", nowSeconds));
    }
  }

  /**
   * Sends the oldest, and those after it as long as they are answered. To be called every {@value
   * ControlServer#REPORT_MILLIS} ms.
   */
  void send() {
    if (pausedCalls > 0) {
      pausedCalls--;
    } else {
      sendNext();
    }
  }

  private void sendNext() {
    ObjectNode next = waiting.peek();
    if (sending || next == null) {
      return;
    }
    sending = true;
    CompletableFuture<Integer> unused =
        store
            .apply(next)
            .whenCompleteAsync(
                (status, failure) -> {
                  sending = false;
                  if (failure == null && status == TOO_MANY) {
                    pausedCalls = PAUSE_CALLS;
                  } else if (failure == null && isAnswer(status)) {
                    waiting.remove(next);
                    sendNext();
                  }
                },
                loop);
  }

  /** Returns whether the store has answered all of them. */
  boolean areAllHeard() {
    return waiting.isEmpty();
  }

  /** Whether sending it again would change nothing. 401 may come of a clock that is wrong now. */
  private static boolean isAnswer(int status) {
    return status < 500 && status != 401;
  }
}
