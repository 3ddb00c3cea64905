package dev.jitterlab.arena.world;

import dev.jitterlab.tick.Mailbox;

/**
 * Contact by writing the other's state at once: for a main loop, or under one lock for all updates.
 */
class DirectContact extends Contact {
  private static final int INPUTS = 32;

  private final Mailbox<ClientInput> inputs;

  DirectContact(Fighter owner) {
    super(owner);
    inputs = new Mailbox<>("inputs of " + owner.name(), INPUTS);
  }

  @Override
  public boolean input(ClientInput input) {
    return inputs.offer(input);
  }

  @Override
  boolean hit() {
    owner.takeHit();
    return true;
  }

  @Override
  boolean scored(int hits) {
    owner.score(hits);
    return true;
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
    owner.exchangeWith(buyer);
  }

  @Override
  public long refused() {
    return inputs.overflowed();
  }
}
