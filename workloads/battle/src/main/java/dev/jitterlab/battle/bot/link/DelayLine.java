package dev.jitterlab.battle.bot.link;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;

/**
 * Packets of many links that wait for their time: a queue by time, and by arrival where times are
 * equal, of pooled buffers. Bounded; grows up to the bound by {@link #CHUNK} buffers at a time and
 * never shrinks, so that in steady state nothing is allocated. Any thread adds, one thread
 * delivers; the lock is held for the copy of a packet at most, and never while one is delivered.
 */
final class DelayLine {
  /** Takes a packet whose time has come. */
  interface Exit {
    /**
     * Takes one packet.
     *
     * @param packet only valid during the call
     * @param number the one that it was added with
     */
    void deliver(ByteBuffer packet, long number, long nowNs);
  }

  private static final int CHUNK = 64;

  private final int capacity;
  private final int packetBytes;
  private final Runnable wake;
  private final List<Waiting> free;
  private final Queue<Waiting> queue = new PriorityQueue<>(CHUNK);
  private int allocated;
  private long added;
  private boolean isReaderWaiting;

  /**
   * Creates an empty line.
   *
   * @param capacity how many packets can wait at once
   * @param packetBytes size of the largest packet
   * @param wake called when the thread that waits for the first packet has to wait for another
   */
  DelayLine(int capacity, int packetBytes, Runnable wake) {
    this.capacity = capacity;
    this.packetBytes = packetBytes;
    this.wake = wake;
    this.free = new ArrayList<>(CHUNK);
  }

  /** Copies a packet, to be delivered at {@code dueNs}; returns false when the line is full. */
  synchronized boolean add(ByteBuffer packet, long number, long dueNs, Exit exit) {
    if (packet.remaining() > packetBytes || (free.isEmpty() && !allocate())) {
      return false;
    }
    Waiting waiting = free.remove(free.size() - 1);
    waiting.bytes.clear();
    waiting.bytes.put(packet.duplicate()).flip();
    waiting.number = number;
    waiting.dueNs = dueNs;
    waiting.order = added++;
    waiting.exit = exit;
    queue.add(waiting);
    if (queue.peek() == waiting && isReaderWaiting) {
      isReaderWaiting = false;
      wake.run();
    }
    return true;
  }

  private boolean allocate() {
    int more = Math.min(CHUNK, capacity - allocated);
    if (more <= 0) {
      return false;
    }
    ByteBuffer chunk = ByteBuffer.allocateDirect(more * packetBytes);
    for (int i = 0; i < more; i++) {
      chunk.limit((i + 1) * packetBytes).position(i * packetBytes);
      free.add(new Waiting(chunk.slice()));
    }
    allocated += more;
    return true;
  }

  /**
   * Returns for how long the delivering thread may wait, {@link Long#MAX_VALUE} when for anything;
   * if that changes before {@link #deliverDue} is called, it is woken.
   */
  synchronized long beginWait(long nowNs) {
    isReaderWaiting = true;
    return queue.isEmpty() ? Long.MAX_VALUE : Math.max(0, queue.element().dueNs - nowNs);
  }

  /** Delivers what is due; one thread only. */
  void deliverDue(long nowNs) {
    for (Waiting due = takeDue(nowNs); due != null; due = takeDue(nowNs)) {
      due.exit.deliver(due.bytes, due.number, nowNs);
      giveBack(due);
    }
  }

  private synchronized Waiting takeDue(long nowNs) {
    isReaderWaiting = false;
    return queue.isEmpty() || queue.element().dueNs - nowNs > 0 ? null : queue.remove();
  }

  private synchronized void giveBack(Waiting delivered) {
    delivered.exit = null;
    free.add(delivered);
  }

  /** A packet with its buffer, which is used again for others. */
  private static final class Waiting implements Comparable<Waiting> {
    final ByteBuffer bytes;
    long number;
    long dueNs;
    long order;
    Exit exit;

    Waiting(ByteBuffer bytes) {
      this.bytes = bytes;
    }

    @Override
    public int compareTo(Waiting other) {
      long difference = dueNs - other.dueNs; // times of System.nanoTime are only compared like this
      return difference == 0 ? Long.compare(order, other.order) : Long.signum(difference);
    }
  }
}
