package dev.jitterlab.arena.world;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Contact by one blocking queue for each fighter: the paper's design (section III.C), with a bound.
 * The paper leaves trades to a database; a lock for each fighter's goods, taken in the order of the
 * fighters' ids, stands for it.
 */
final class QueueContact extends Contact {
  private static final int CAPACITY = 256 + 32; // what the two mailboxes of the other twin hold

  private final LinkedBlockingQueue<Letter> letters = new LinkedBlockingQueue<>(CAPACITY);
  private final LongAdder refused = new LongAdder();
  private final ReentrantLock goods = new ReentrantLock();

  QueueContact(Fighter owner) {
    super(owner);
  }

  private boolean offer(Letter letter) {
    long startNs = owner.world.clock().nanoTime();
    boolean isTaken = letters.offer(letter);
    owner.world.queues().called(owner.world.clock().nanoTime() - startNs);
    if (!isTaken) {
      refused.increment();
    }
    return isTaken;
  }

  @Override
  public boolean input(ClientInput input) {
    return offer(input);
  }

  @Override
  boolean hit() {
    return offer(Letter.Hit.ONE);
  }

  @Override
  boolean scored(int hits) {
    return offer(new Letter.Scored(hits));
  }

  @Override
  void receive() {
    for (int i = 0; i < CAPACITY && !letters.isEmpty(); i++) { // asks without a lock
      long startNs = owner.world.clock().nanoTime();
      Letter letter = letters.poll(); // nobody else takes one
      owner.world.queues().called(owner.world.clock().nanoTime() - startNs);
      letter.readBy(owner);
    }
  }

  @Override
  boolean hasUnread() {
    return !letters.isEmpty();
  }

  @Override
  void offerGemTo(Fighter buyer) {
    if (buyer.contact() instanceof QueueContact) {
      exchangeWith(buyer, goods, ((QueueContact) buyer.contact()).goods);
    }
  }

  @Override
  public long refused() {
    return refused.sum();
  }
}
