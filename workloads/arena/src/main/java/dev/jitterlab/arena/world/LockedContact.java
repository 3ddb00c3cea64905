package dev.jitterlab.arena.world;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Contact by a read-write lock for each fighter, around the changes that would be atomic in a
 * stricter game (LEARS, section VI.B): a position is written and read as a pair, and hits and goods
 * are changed at once. Nobody holds two locks but for a trade, and then in the order of the
 * fighters' ids.
 */
final class LockedContact extends DirectContact {
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private final Lock reading = lock.readLock();
  private final Lock writing = lock.writeLock();

  LockedContact(Fighter owner) {
    super(owner);
  }

  @Override
  boolean hit() {
    writing.lock();
    try {
      return super.hit();
    } finally {
      writing.unlock();
    }
  }

  @Override
  boolean scored(int hits) {
    writing.lock();
    try {
      return super.scored(hits);
    } finally {
      writing.unlock();
    }
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
  void offerGemTo(Fighter buyer) {
    if (buyer.contact() instanceof LockedContact) {
      exchangeWith(buyer, writing, ((LockedContact) buyer.contact()).writing);
    }
  }
}
