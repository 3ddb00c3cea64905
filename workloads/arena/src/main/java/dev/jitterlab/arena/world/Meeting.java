package dev.jitterlab.arena.world;

/** The ways in which fighters reach one another. */
public enum Meeting {
  /** Bounded lock-free mailboxes; nobody writes another's state. */
  MAILBOXES {
    @Override
    Contact of(Fighter owner) {
      return new MailboxContact(owner);
    }
  },
  /**
   * One bounded blocking queue for each fighter, as in the paper; a lock for each fighter's goods.
   */
  BLOCKING_QUEUES {
    @Override
    Contact of(Fighter owner) {
      return new QueueContact(owner);
    }
  },
  /** Each writes the others' state, and nobody else may run meanwhile. */
  DIRECT {
    @Override
    Contact of(Fighter owner) {
      return new DirectContact(owner);
    }
  },
  /** Positions and hits are read and written under each fighter's read-write lock. */
  READ_WRITE_LOCKS {
    @Override
    Contact of(Fighter owner) {
      return new LockedContact(owner);
    }
  };

  abstract Contact of(Fighter owner);
}
