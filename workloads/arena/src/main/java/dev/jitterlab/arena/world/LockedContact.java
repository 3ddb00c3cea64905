package dev.jitterlab.arena.world;

import dev.jitterlab.tick.Mailbox;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Contact by a read-write lock for each fighter, around the changes that would be atomic in a
 * stricter game (LEARS, section VI.B): a position is written and read as a pair, and hits and goods
 * are changed at once. Nobody holds two locks but for a trade, and then in the order of the
 * fighters' ids.
 */
final class LockedContact extends Contact {
  private static final int INPUTS = 32;

  private final Mailbox<ClientInput> inputs;
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private final Lock reading = lock.readLock();
  private final Lock writing = lock.writeLock();

  LockedContact(Fighter owner) {
    super(owner);
    inputs = new Mailbox<>("inputs of " + owner.name(), INPUTS);
  }

  @Override
  public boolean input(ClientInput input) {
    return inputs.offer(input);
  }

  @Override
  boolean hit() {
    writing.lock();
    try {
      owner.takeHit();
    } finally {
      writing.unlock();
    }
    return true;
  }

  @Override
  boolean scored(int hits) {
    writing.lock();
    try {
      owner.score(hits);
    } finally {
      writing.unlock();
    }
    return true;
  }

  @Override
  long position() {
    reading.lock();
    try {
      return super.position();
    } finally {
      reading.unlock();
    }
  }

  @Override
  void moveTo(float x, float y) {
    writing.lock();
    try {
      super.moveTo(x, y);
    } finally {
      writing.unlock();
    }
  }

  @Override
  void receive() {
    int unused = inputs.drain(owner::obey);
  }

  @Override
  boolean hasUnread() {
    return inputs.accepted() != inputs.received();
  }

  @Override
  void offerGemTo(Fighter buyer) {
    if (!(buyer.contact() instanceof LockedContact)) {
      return;
    }
    Lock others = ((LockedContact) buyer.contact()).writing;
    boolean isFirst = owner.id() < buyer.id();
    Lock first = isFirst ? writing : others;
    Lock second = isFirst ? others : writing;
    first.lock();
    second.lock();
    try {
      owner.exchangeWith(buyer);
    } finally {
      second.unlock();
      first.unlock();
    }
  }

  @Override
  public long refused() {
    return inputs.overflowed();
  }
}
