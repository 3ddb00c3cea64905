package dev.jitterlab.chat.connection;

import dev.jitterlab.chat.room.ChatRooms;
import dev.jitterlab.chat.room.Parting;
import dev.jitterlab.chat.wire.Denial;
import dev.jitterlab.tick.NanoClock;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** All connections of the server, whatever their transport, and how many may be. Thread-safe. */
public final class OpenConnections {
  private final ChatRooms rooms;
  private final int most;
  private final int mostStrangers;
  private final NanoClock clock;
  private final Set<ChatConnection> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger asking = new AtomicInteger();
  private final Queue<Stranger> arrivals = new ConcurrentLinkedQueue<>(); // the oldest first

  /**
   * Creates an empty set.
   *
   * @param most connections
   * @param mostStrangers of them may not have said who they are; beyond it, the one that has been
   *     silent for longest gives way to each that comes
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

  /**
   * Returns whether one more connection may come; counts it as refused if not. Those who flood the
   * server and say nothing give way to those who come and say who they are.
   */
  public boolean hasPlace() {
    int count = open.size() + asking.get();
    if (count >= most) {
      rooms.counters().count(Denial.SERVER_FULL);
      return false;
    }
    if (count >= mostStrangers && strangers() >= mostStrangers) {
      endOldestStranger();
    }
    rooms.counters().accepted.increment();
    return true;
  }

  private void endOldestStranger() {
    Stranger oldest = arrivals.poll();
    while (oldest != null && !oldest.isStranger()) {
      oldest = arrivals.poll();
    }
    if (oldest != null) {
      oldest.giveWay();
    }
  }

  /** Returns how many have not said who they are. */
  public int strangers() {
    return open.size() + asking.get() - rooms.users();
  }

  /**
   * A browser has come that wants a page, or will be a user; until then it takes a stranger's
   * place.
   *
   * @return false if there is none
   */
  public synchronized boolean asks(Stranger browser) {
    if (!hasPlace()) {
      return false;
    }
    asking.incrementAndGet();
    arrivals.add(browser);
    return true;
  }

  /** One that {@link #asks} took in has gone, or is a user now. */
  public void asked() {
    asking.decrementAndGet();
  }

  void add(ChatConnection connection) {
    open.add(connection);
    arrivals.add(connection);
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
    arrivals.removeIf(connection -> !connection.isStranger());
  }

  /** Ends all, as the server does. */
  public void endAll() {
    open.forEach(connection -> connection.end(Parting.SERVER_ENDS));
  }
}
