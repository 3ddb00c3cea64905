package dev.jitterlab.battle.cluster.allocator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.battle.http.StrictJson;
import java.net.URI;
import java.util.LinkedHashSet;
import java.util.Set;

/** What the allocator knows of a battle server. Event loop only. */
final class RegisteredServer {
  /** What a battle is taken to add to a server's load until one was measured. */
  private static final double UNMEASURED_LOAD = 0.01;

  final String id;
  final String udp;
  final URI control;
  private final String metrics;
  final String version;

  /** The battles that were given to it and are not over, as far as is known. */
  final Set<Long> battles = new LinkedHashSet<>();

  private String process; // null for one that does not say it
  private long attempt;
  private long heardNs;
  private double load;
  private int players;
  private boolean admits = true;
  private boolean draining;
  private String reason = "just registered";
  private int sinceHeartbeat;
  private int offered;

  RegisteredServer(String id, String udp, URI control, String metrics, String version, long nowNs) {
    this.id = id;
    this.udp = udp;
    this.control = control;
    this.metrics = metrics;
    this.version = version;
    this.heardNs = nowNs;
  }

  /** Which process has registered, and with which of its attempts. */
  void registeredBy(String ofProcess, long ofAttempt) {
    process = ofProcess;
    attempt = ofAttempt;
  }

  /** Returns whether the same process has registered again since, as the other one. */
  boolean isOutdatedBy(RegisteredServer other) {
    return process != null && process.equals(other.process) && attempt < other.attempt;
  }

  long heardNs() {
    return heardNs;
  }

  void heard(
      double ofLoad,
      int ofPlayers,
      boolean admission,
      String ofReason,
      boolean isDraining,
      long nowNs) {
    load = ofLoad;
    players = ofPlayers;
    admits = admission;
    reason = ofReason;
    draining = isDraining;
    heardNs = nowNs;
    sinceHeartbeat = 0;
  }

  /** It is asked to take a battle: until it has answered, it counts as given. */
  void offered() {
    offered++;
  }

  /** It has answered, or did not in time. */
  void answered() {
    offered--;
  }

  void given(long battle) {
    battles.add(battle);
    sinceHeartbeat++;
  }

  /** It has refused a battle, and is not asked again before it says that it admits one. */
  void refused(String why) {
    admits = false;
    reason = why;
  }

  boolean takesBattles() {
    return admits && !draining;
  }

  /** How many battles it has, with those that it was offered. */
  int expectedBattles() {
    return battles.size() + offered;
  }

  /** Its load, with what it was given and offered since it last said it. */
  double expectedLoad() {
    int measured = battles.size() - sinceHeartbeat;
    double each = measured > 0 && load > 0 ? load / measured : UNMEASURED_LOAD;
    return load + (sinceHeartbeat + offered) * each;
  }

  ObjectNode toJson(long nowNs) {
    return StrictJson.object()
        .put("id", id)
        .put("udp", udp)
        .put("control", control.toString())
        .put("metrics", metrics)
        .put("version", version)
        .put("battles", battles.size())
        .put("players", players)
        .put("load", load)
        .put("admits", admits)
        .put("reason", reason)
        .put("draining", draining)
        .put("silent_seconds", (nowNs - heardNs) / 1e9);
  }
}
