package dev.jitterlab.chat.connection;

import dev.jitterlab.chat.room.ChatRooms;
import dev.jitterlab.chat.room.Parting;
import dev.jitterlab.chat.wire.Denial;
import dev.jitterlab.tick.NanoClock;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** All connections of the server, whatever their transport, and how many may be. Thread-safe. */
public final class OpenConnections {
  private final ChatRooms rooms;
  private final int most;
  private final int mostStrangers;
  private final NanoClock clock;
  private final Set<ChatConnection> open = ConcurrentHashMap.newKeySet();

  /**
   * Creates an empty set.
   *
   * @param most connections
   * @param mostStrangers of them may not have said who they are
   * @param clock by which clients are silent, or speak too much
   */
  public OpenConnections(ChatRooms rooms, int most, int mostStrangers, NanoClock clock) {
    this.rooms = rooms;
    this.most = most;
    this.mostStrangers = mostStrangers;
    this.clock = clock;
  }

  long nowNs() {
    return clock.nanoTime();
  }

  /** Returns the rooms. */
  public ChatRooms rooms() {
    return rooms;
  }

  /** Returns whether one more connection may come; counts it as refused if not. */
  public boolean hasPlace() {
    int count = open.size();
    boolean hasPlace =
        count < most && (count < mostStrangers || count - rooms.users() < mostStrangers);
    if (hasPlace) {
      rooms.counters().accepted.increment();
    } else {
      rooms.counters().count(Denial.SERVER_FULL);
    }
    return hasPlace;
  }

  void add(ChatConnection connection) {
    open.add(connection);
  }

  boolean remove(ChatConnection connection) {
    return open.remove(connection);
  }

  /** Returns how many are open. */
  public int count() {
    return open.size();
  }

  /** Ends the connections that are dead, and asks those that may be. For one thread. */
  public void look(ChatTimes times) {
    long nowNs = nowNs();
    open.forEach(connection -> connection.look(nowNs, times));
  }

  /** Ends all, as the server does. */
  public void endAll() {
    open.forEach(connection -> connection.end(Parting.SERVER_ENDS));
  }
}
