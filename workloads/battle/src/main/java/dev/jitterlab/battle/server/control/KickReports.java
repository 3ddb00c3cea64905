package dev.jitterlab.battle.server.control;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.battle.http.JsonClient;
import dev.jitterlab.battle.http.Retries;
import dev.jitterlab.battle.http.StrictJson;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Kicks on their way to the store, which bans the accounts: each is sent until the store has
 * answered, one after another. Each has its time, by which the store knows one that it got before.
 * The oldest of more than {@value #MAX_WAITING} is given up: the ban on this server holds in any
 * case. Control loop only.
 */
final class KickReports {
  private static final int MAX_WAITING = 1_000;
  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  private final String server;
  private final URI store;
  private final JsonClient client;
  private final Executor loop;
  private final Deque<ObjectNode> waiting = new ArrayDeque<>();
  private boolean sending;

  KickReports(MembershipOptions options, JsonClient client, Executor loop) {
    this.server = options.serverId();
    this.store = options.results.resolve("/kicks");
    this.client = client;
    this.loop = loop;
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

  /** Sends the oldest, and those after it as long as they are answered. */
  void send() {
    ObjectNode next = waiting.peek();
    if (sending || next == null) {
      return;
    }
    sending = true;
    CompletableFuture<Void> unused =
        client
            .post(store, next, TIMEOUT, Retries.none())
            .handleAsync(
                (reply, failure) -> {
                  sending = false;
                  if (failure == null && isAnswer(reply.status())) {
                    waiting.remove(next);
                    send();
                  }
                  return null;
                },
                loop);
  }

  /** Whether sending it again would change nothing. 401 may come of a clock that is wrong now. */
  private static boolean isAnswer(int status) {
    return status < 500 && status != 401;
  }
}
