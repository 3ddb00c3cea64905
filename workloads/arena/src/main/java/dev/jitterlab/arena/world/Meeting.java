package dev.jitterlab.arena.world;

/** The ways in which fighters reach one another. */
public enum Meeting {
  /** Bounded lock-free mailboxes; nobody writes another's state. */
  MAILBOXES,
  /**
   * One bounded blocking queue for each fighter, as in the paper; a lock for each fighter's goods.
   */
  BLOCKING_QUEUES,
  /** Each writes the others' state, and nobody else may run meanwhile. */
  DIRECT,
  /** Positions and hits are read and written under each fighter's read-write lock. */
  READ_WRITE_LOCKS;

  Contact of(Fighter owner) {
    switch (this) {
      case MAILBOXES:
        return new MailboxContact(owner);
      case BLOCKING_QUEUES:
        return new QueueContact(owner);
      case DIRECT:
        return new DirectContact(owner);
      case READ_WRITE_LOCKS:
        return new LockedContact(owner);
    }
    throw new AssertionError(this);
  }
}
