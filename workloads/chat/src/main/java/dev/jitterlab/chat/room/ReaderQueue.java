package dev.jitterlab.chat.room;

import dev.jitterlab.chat.wire.ChatWire;
import dev.jitterlab.chat.wire.FrameWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What waits to be written to one user. Frames are shared by all who get them, so nobody may change
 * them. Bounded: messages, private ones too, up to the limit, and beyond it only what is no message
 * (who came, who left), up to {@link #HEADROOM} more. Thread-safe; one thread at a time takes out.
 *
 * <p>The queue says once that it has something, by {@link ChatLink#wake}, and not again before it
 * was found empty by {@link #fill}. The array begins small and grows up to the limit.
 */
public final class ReaderQueue {
  /** So many frames that are no messages have place beside the messages. */
  public static final int HEADROOM = 128;

  private static final int FIRST_CAPACITY = 16;

  /** What became of a frame. */
  public enum Offered {
    /** It waits, and whoever writes knows that something does. */
    WAITS,
    /** It waits, and {@link ChatLink#wake} is to be called. */
    WAKE,
    /** There is no place; the reader is to be disconnected. */
    FULL,
    /** The reader has gone. */
    GONE
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final int limit;
  private final Overflow overflow;
  private final ChatCounters counters;
  private final List<Runnable> awaitSpace = new ArrayList<>(2);
  private byte[][] frames = new byte[FIRST_CAPACITY][];
  private int head;
  private int size;
  private int messages;
  private int missed;
  private boolean isAnnounced;
  private boolean isGone;
  private boolean isFinished;

  /**
   * Creates an empty queue.
   *
   * @param limit how many messages may wait
   */
  public ReaderQueue(int limit, Overflow overflow, ChatCounters counters) {
    this.limit = limit;
    this.overflow = overflow;
    this.counters = counters;
  }

  /** Puts in a message, which counts towards the limit. */
  public Offered offerMessage(byte[] frame) {
    lock.lock();
    try {
      if (isGone || isFinished) {
        return Offered.GONE;
      }
      if (messages >= limit) {
        if (overflow != Overflow.DROP_OLDEST) {
          return Offered.FULL;
        }
        dropOldest();
      }
      messages++;
      counters.queued.increment();
      return put(frame);
    } finally {
      lock.unlock();
    }
  }

  /** Puts in something else than a message. */
  public Offered offer(byte[] frame) {
    lock.lock();
    try {
      if (isGone || isFinished) {
        return Offered.GONE;
      }
      return size - messages >= HEADROOM ? Offered.FULL : put(frame);
    } finally {
      lock.unlock();
    }
  }

  /** Puts in the last frame: nothing comes after it, and then the connection is to be closed. */
  public Offered finish(byte[] frame) {
    lock.lock();
    try {
      if (isGone || isFinished) {
        return Offered.GONE;
      }
      isFinished = true;
      return put(frame);
    } finally {
      lock.unlock();
    }
  }

  private Offered put(byte[] frame) {
    if (size == frames.length) {
      grow();
    }
    frames[(head + size) % frames.length] = frame;
    size++;
    if (isAnnounced) {
      return Offered.WAITS;
    }
    isAnnounced = true;
    return Offered.WAKE;
  }

  private void grow() {
    byte[][] larger = new byte[Math.min(2 * frames.length, limit + HEADROOM + 1)][];
    for (int i = 0; i < size; i++) {
      larger[i] = frames[(head + i) % frames.length];
    }
    frames = larger;
    head = 0;
  }

  /** Messages only: who came and who left is always told. */
  private void dropOldest() {
    int at = 0;
    while (!isMessage(frames[(head + at) % frames.length])) {
      at++;
    }
    for (int i = at; i > 0; i--) {
      frames[(head + i) % frames.length] = frames[(head + i - 1) % frames.length];
    }
    removeFirst();
    messages--;
    missed++;
    counters.dropped.increment();
  }

  private static boolean isMessage(byte[] frame) {
    byte kind = frame[ChatWire.LENGTH_BYTES];
    return kind == ChatWire.SAID || kind == ChatWire.WHISPERED;
  }

  private byte[] removeFirst() {
    byte[] first = frames[head];
    frames[head] = null;
    head = (head + 1) % frames.length;
    size--;
    return first;
  }

  /** Whether one more message has place. */
  public boolean hasPlace() {
    lock.lock();
    try {
      return isGone || isFinished || messages < limit;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Has a task run as soon as a message has place, once.
   *
   * @return false if one has place now; then the task is forgotten
   */
  public boolean awaitPlace(Runnable then) {
    lock.lock();
    try {
      if (isGone || isFinished || messages < limit) {
        return false;
      }
      if (!awaitSpace.contains(then)) {
        awaitSpace.add(then);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes out whole frames as long as they fit.
   *
   * @param into has place for the longest frame at least, if it is empty
   * @return whether anything was put into it; if not, the next frame is announced again
   */
  public boolean fill(ByteBuffer into) {
    List<Runnable> woken = List.of();
    boolean isAny = false;
    lock.lock();
    try {
      if (missed > 0 && into.remaining() >= ChatWire.LENGTH_BYTES + 1 + Integer.BYTES) {
        into.put(new FrameWriter(ChatWire.MISSED, Integer.BYTES).putInt(missed).frame());
        missed = 0;
        isAny = true;
      }
      while (size > 0 && frames[head].length <= into.remaining()) {
        byte[] frame = removeFirst();
        if (isMessage(frame)) {
          messages--;
        }
        into.put(frame);
        isAny = true;
      }
      if (!isAny && size == 0) {
        isAnnounced = false;
      }
      if (messages < limit && !awaitSpace.isEmpty()) {
        woken = new ArrayList<>(awaitSpace);
        awaitSpace.clear();
      }
    } finally {
      lock.unlock();
    }
    woken.forEach(Runnable::run);
    return isAny;
  }

  /** Returns whether the last frame was taken out. */
  public boolean isDone() {
    lock.lock();
    try {
      return isFinished && size == 0;
    } finally {
      lock.unlock();
    }
  }

  /** Returns whether nothing waits. */
  public boolean isEmpty() {
    lock.lock();
    try {
      return size == 0;
    } finally {
      lock.unlock();
    }
  }

  /** The reader has gone: what waits is forgotten, and nothing is taken any more. */
  public void close() {
    List<Runnable> woken;
    lock.lock();
    try {
      isGone = true;
      frames = new byte[1][];
      head = 0;
      size = 0;
      messages = 0;
      woken = new ArrayList<>(awaitSpace);
      awaitSpace.clear();
    } finally {
      lock.unlock();
    }
    woken.forEach(Runnable::run);
  }
}
