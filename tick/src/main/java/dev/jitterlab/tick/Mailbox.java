package dev.jitterlab.tick;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * How tasks influence one another without writing each other's state (LEARS, section III.C): any
 * task puts messages in, the owner takes them out in its own tick. Bounded, lock-free, and without
 * allocation: a message is an object of the user's, whose writes before {@link #offer} the owner
 * sees after {@link #poll}. The messages of one sender arrive in their order.
 *
 * <p>When it is full, {@link #offer} refuses and counts: the sender decides whether the influence
 * is lost or tried again, and is never made to wait. Every message offered is in {@link #accepted}
 * or in {@link #overflowed}.
 *
 * @param <M> what the messages are
 */
public final class Mailbox<M> {
  /** The largest capacity. */
  public static final int LARGEST = 1 << 24;

  private final AtomicReferenceArray<M> slots;
  private final int mask;
  private final AtomicLong accepted = new AtomicLong();
  private final AtomicLong received = new AtomicLong();
  private final LongAdder overflowed = new LongAdder();
  private final Owner receiver;

  /**
   * Creates an empty mailbox.
   *
   * @param name what messages about a wrong receiver call it; see {@link Owner}
   * @param capacity how many messages fit, 1 to {@link #LARGEST}; rounded up to a power of two
   */
  public Mailbox(String name, int capacity) {
    if (capacity < 1 || capacity > LARGEST) {
      throw new IllegalArgumentException(
          "a mailbox holds 1 to " + LARGEST + " messages, not " + capacity);
    }
    int size = capacity == 1 ? 1 : Integer.highestOneBit(capacity - 1) << 1;
    this.slots = new AtomicReferenceArray<>(size);
    this.mask = size - 1;
    this.receiver = Owner.of("mailbox " + name);
  }

  /** Puts a message in; returns false, and counts, if the mailbox is full. Any thread. */
  public boolean offer(M message) {
    Objects.requireNonNull(message, "message");
    long number = accepted.get();
    while (number - received.get() <= mask) {
      if (accepted.compareAndSet(number, number + 1)) {
        slots.setRelease((int) number & mask, message);
        return true;
      }
      number = accepted.get();
    }
    overflowed.increment();
    return false;
  }

  /**
   * Takes the oldest message out; null if there is none, or if its sender is still putting it in.
   * The owner only.
   */
  public M poll() {
    receiver.checkWrite();
    long number = received.get();
    int slot = (int) number & mask;
    M message = slots.getAcquire(slot);
    if (message != null) {
      slots.setPlain(slot, null);
      received.set(number + 1); // from here on a sender may use the slot
    }
    return message;
  }

  /**
   * Gives the messages that are there to the receiver, at most as many as fit, so that it ends even
   * if others keep sending. The owner only.
   *
   * @return how many there were
   */
  public int drain(Consumer<? super M> action) {
    int count = 0;
    while (count <= mask) {
      M message = poll();
      if (message == null) {
        break;
      }
      count++;
      action.accept(message);
    }
    return count;
  }

  /** Returns how many messages fit. */
  public int capacity() {
    return mask + 1;
  }

  /** Returns how many messages were put in so far. Any thread. */
  public long accepted() {
    return accepted.get();
  }

  /** Returns how many messages were taken out so far. Any thread. */
  public long received() {
    return received.get();
  }

  /** Returns how many messages were refused so far because it was full. Any thread. */
  public long overflowed() {
    return overflowed.sum();
  }
}
