package dev.jitterlab.battle.cluster.allocator;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The battle servers that are there, and which of them is to be asked for the next battle. A server
 * that is silent for {@link #SILENCE} is gone, and its battles are lost. Event loop only; the time
 * is passed in.
 */
final class Fleet {
  /** Three heartbeats. */
  static final Duration SILENCE = Duration.ofSeconds(3);

  static final int MAX_SERVERS = 1_000;

  private static final Comparator<RegisteredServer> LEAST_LOADED =
      Comparator.comparingDouble(RegisteredServer::expectedLoad)
          .thenComparingInt(RegisteredServer::expectedBattles)
          .thenComparing(server -> server.id);

  private final Map<String, RegisteredServer> servers = new TreeMap<>();
  private final VersionShares shares = new VersionShares();
  private final BattleEvents events;

  /** What an earlier allocator may have given has at most this number. */
  private final long lastOfBefore;

  /**
   * Creates an empty fleet.
   *
   * @param lastOfBefore the battles that this allocator gives have greater numbers
   */
  Fleet(BattleEvents events, long lastOfBefore) {
    this.events = events;
    this.lastOfBefore = lastOfBefore;
  }

  /**
   * Takes a server in. One that was there under the same id has been started anew, and the battles
   * that it does not know any more are lost; false, and nothing happens, if there are too many.
   * Nothing happens either if this comes late, after the same process has registered again: it
   * knows nothing of battles that were given since.
   *
   * @param running the battles that it says it has; those of a server that is there are not its own
   * @param namesAll whether these are all; else the server names the others with its heartbeats,
   *     and those that it was given before are not lost
   */
  boolean register(RegisteredServer server, Collection<Long> running, boolean namesAll) {
    RegisteredServer before = servers.get(server.id);
    if (before == null && servers.size() == MAX_SERVERS) {
      return false;
    }
    if (before != null && server.isOutdatedBy(before)) {
      return true;
    }
    if (before != null && namesAll) {
      before.battles.removeAll(running);
      lose(before);
    }
    if (before != null && !namesAll) {
      server.battles.addAll(before.battles);
      before.battles.clear();
    }
    runs(server, running);
    servers.put(server.id, server);
    return true;
  }

  /** A server says that it has these battles, too; those of a server that is there are not its. */
  void runs(RegisteredServer server, Collection<Long> running) {
    for (long battle : running) {
      if (serverOf(battle) == null) {
        server.battles.add(battle);
      }
    }
  }

  /** Returns the server of that id; null when there is none. */
  RegisteredServer get(String id) {
    return servers.get(id);
  }

  Collection<RegisteredServer> servers() {
    return servers.values();
  }

  /** Takes a server out that says farewell; false when there is none of that id. */
  boolean remove(String id) {
    RegisteredServer server = servers.remove(id);
    if (server == null) {
      return false;
    }
    lose(server);
    return true;
  }

  /** Takes a server out that is gone; false when it is not in, or was started anew since. */
  boolean remove(RegisteredServer server) {
    return servers.get(server.id) == server && remove(server.id);
  }

  /**
   * A server has taken a battle. One that was asked before it, and whose answer came too late, may
   * have named the battle when it registered again: its reservation runs out unused.
   */
  void given(RegisteredServer server, long battle) {
    for (RegisteredServer other : servers.values()) {
      other.battles.remove(battle);
    }
    server.given(battle);
  }

  /** Returns the server that battle was given to; null when it is over or not known. */
  RegisteredServer serverOf(long battle) {
    for (RegisteredServer server : servers.values()) {
      if (server.battles.contains(battle)) {
        return server;
      }
    }
    return null;
  }

  /** Takes the servers out that have been silent for too long, and returns them. */
  List<RegisteredServer> removeSilent(long nowNs) {
    List<RegisteredServer> gone = new ArrayList<>();
    for (RegisteredServer server : servers.values()) {
      if (nowNs - server.heardNs() >= SILENCE.toNanos()) {
        gone.add(server);
      }
    }
    gone.forEach(server -> remove(server.id));
    return gone;
  }

  private void lose(RegisteredServer server) {
    server.battles.forEach(battle -> events.add(battle, "lost"));
    server.battles.clear();
  }

  /**
   * A server says how a battle of its own ended; once is enough. It may be one that an earlier
   * allocator gave it, and that ended while there was none. Of the battles of this allocator, only
   * those that the server has count: a reservation whose answer came too late ends no battle of
   * another server, and no server says in advance that a battle will have ended.
   */
  void over(RegisteredServer server, long battle, String outcome) {
    boolean isOfBefore = battle <= lastOfBefore && serverOf(battle) == null;
    if (server.battles.remove(battle) || isOfBefore) {
      events.add(battle, outcome);
    }
  }

  /** Returns the battles that were given to servers and are not over, as far as is known. */
  List<Long> battles() {
    List<Long> battles = new ArrayList<>();
    servers.values().forEach(server -> battles.addAll(server.battles));
    return battles;
  }

  /**
   * Takes a turn for one battle, and returns the servers to ask in this order: those of the version
   * whose turn it is, least loaded first, then the others'. Only servers that say they admit one.
   */
  List<RegisteredServer> candidates() {
    TreeSet<String> versions = new TreeSet<>();
    servers.values().forEach(server -> versions.add(server.version));
    List<RegisteredServer> order = new ArrayList<>();
    for (String version : shares.next(versions)) {
      servers.values().stream()
          .filter(server -> server.version.equals(version) && server.takesBattles())
          .sorted(LEAST_LOADED)
          .forEach(order::add);
    }
    return order;
  }
}
