package dev.jitterlab.battle.server.control;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.battle.http.JsonClient;
import dev.jitterlab.battle.http.JsonReply;
import dev.jitterlab.battle.http.Retries;
import dev.jitterlab.battle.http.StrictJson;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The server's place in the cluster: registers, then sends a heartbeat a second; when the allocator
 * does not know it any more, it registers again. Battles that are over are told with the heartbeats
 * until one was heard, and so are those that run, as far as a registration had no room for them.
 * Control loop only, but for {@link #leave}.
 */
final class Membership {
  private static final Duration TIMEOUT = Duration.ofMillis(900);
  static final int MAX_OVER = 1_000;

  /** So many running battles are named in a message; JsonServer takes no longer one. */
  private static final int MAX_RUNNING = 2_000;

  /** A battle that is over takes as much room as so many that run. */
  private static final int ROOM_OF_OVER = 2;

  private final URI allocator;
  private final String serverId;
  private final ObjectNode description;
  private final JsonClient client;
  private final Executor loop;

  /** What tells this process from another one of the same id. */
  private final String process = UUID.randomUUID().toString();

  private final List<ObjectNode> over = new ArrayList<>();

  /** Battles that run, and of which the allocator has not heard since this server registered. */
  private final Set<Long> untold = new LinkedHashSet<>();

  private long attempts;
  private boolean registered;
  private boolean asking;

  /** News was dropped: the allocator takes battles that are over for running. */
  private boolean hasGivenUpNews;

  /**
   * Creates a membership that has not begun.
   *
   * @param description what to register: id, udp, control, metrics, version
   */
  Membership(MembershipOptions options, ObjectNode description, JsonClient client, Executor loop) {
    this.allocator = options.allocator;
    this.serverId = options.serverId();
    this.description = description;
    this.client = client;
    this.loop = loop;
  }

  void over(BattleReport report) {
    untold.remove(report.battle);
    if (over.size() == MAX_OVER) {
      over.remove(0);
      hasGivenUpNews = true;
    }
    over.add(
        StrictJson.object()
            .put("battle", report.battle)
            .put("outcome", report.played ? "ended" : "failed"));
  }

  /** Returns whether the allocator has heard of all battles that are over. */
  boolean isAllHeard() {
    return over.isEmpty();
  }

  /** Returns whether there are running battles of which the allocator has not heard. */
  boolean isMoreToTell() {
    return registered && !untold.isEmpty();
  }

  /** Shows that the server is there. */
  void beat(ServerLoad load, List<BattleStatus> battles) {
    if (asking) {
      return;
    }
    asking = true;
    if (hasGivenUpNews && over.isEmpty()) {
      registered = false; // a registration says which battles run, and so which do not
    }
    if (registered) {
      heartbeat(load, battles.size());
    } else {
      register(battles);
    }
  }

  private void register(List<BattleStatus> battles) {
    hasGivenUpNews = false;
    untold.clear();
    battles.forEach(one -> untold.add(one.battle));
    List<Long> named = untold(MAX_RUNNING);
    ObjectNode request = description.deepCopy().put("process", process).put("attempt", ++attempts);
    request.set("running", running(named));
    request.put("more", named.size() < untold.size());
    ask(
        allocator.resolve("/servers"),
        request,
        reply -> {
          registered = reply.isOk();
          if (registered) {
            named.forEach(untold::remove);
          }
        });
  }

  private List<Long> untold(int most) {
    return untold.stream().limit(Math.max(0, most)).collect(Collectors.toList());
  }

  private static ArrayNode running(List<Long> battles) {
    ArrayNode running = StrictJson.array();
    battles.forEach(battle -> running.add(StrictJson.object().put("battle", battle)));
    return running;
  }

  private void heartbeat(ServerLoad load, int battles) {
    List<ObjectNode> told = new ArrayList<>(over);
    ArrayNode news = StrictJson.array();
    told.forEach(news::add);
    ObjectNode request =
        StrictJson.object()
            .put("battles", battles)
            .put("players", load.players)
            .put("load", load.utilisation)
            .put("admits", load.admits)
            .put("reason", load.reason)
            .put("draining", load.draining);
    request.set("over", news);
    List<Long> named = untold(MAX_RUNNING - ROOM_OF_OVER * told.size());
    if (!named.isEmpty()) {
      request.set("running", running(named));
    }
    ask(
        allocator.resolve("/servers/" + serverId + "/heartbeat"),
        request,
        reply -> {
          if (reply.isOk()) {
            over.removeAll(told);
            named.forEach(untold::remove);
          }
          registered = reply.status() != 404;
        });
  }

  private void ask(URI uri, ObjectNode request, Consumer<JsonReply> answered) {
    CompletableFuture<JsonReply> unused =
        client
            .post(uri, request, TIMEOUT, Retries.none())
            .whenCompleteAsync(
                (reply, failure) -> {
                  asking = false;
                  if (failure == null) {
                    answered.accept(reply);
                  }
                },
                loop);
  }

  /** Says farewell, and waits for at most half a second that it was heard. */
  void leave() throws InterruptedException {
    try {
      client
          .delete(allocator.resolve("/servers/" + serverId), Duration.ofMillis(400), Retries.none())
          .get(500, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      System.getLogger(Membership.class.getName())
          .log(System.Logger.Level.DEBUG, "the farewell was not heard; silence says it too", e);
    }
  }
}
