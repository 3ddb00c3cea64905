package dev.jitterlab.arena.world;

import dev.jitterlab.tick.Mailbox;
import java.util.function.Consumer;

/**
 * Contact by bounded lock-free mailboxes. A client's flood cannot push out the hits: it has a box
 * of its own.
 */
final class MailboxContact extends Contact {
  private static final int INPUTS = 32;
  private static final int LETTERS = 256;

  /** An offer that nobody answers is taken back after so many updates. */
  private static final int PATIENCE = 20;

  private final Mailbox<Letter> letters;
  private final Mailbox<Letter> inputs;
  private final Consumer<Letter> reader;

  /** Belongs to the owner's update, as all below; others look at it, roughly. */
  private Trade offer;

  private int waited;

  MailboxContact(Fighter owner) {
    super(owner);
    letters = new Mailbox<>("letters of " + owner.name(), LETTERS);
    inputs = new Mailbox<>("inputs of " + owner.name(), INPUTS);
    reader = letter -> letter.readBy(owner);
  }

  @Override
  public boolean input(ClientInput input) {
    return inputs.offer(input);
  }

  @Override
  boolean hit() {
    return letters.offer(Letter.Hit.ONE);
  }

  @Override
  boolean scored(int hits) {
    return letters.offer(new Letter.Scored(hits));
  }

  @Override
  void receive() {
    int unusedLetters = letters.drain(reader);
    int unusedInputs = inputs.drain(reader);
  }

  @Override
  boolean hasUnread() {
    return letters.accepted() != letters.received() || inputs.accepted() != inputs.received();
  }

  @Override
  void offerGemTo(Fighter buyer) {
    if (offer != null) {
      return;
    }
    Trade trade = new Trade();
    if (buyer.contact() instanceof MailboxContact
        && ((MailboxContact) buyer.contact()).letters.offer(trade)) {
      owner.putGemAside();
      offer = trade;
      waited = 0;
    }
  }

  @Override
  void settleTrades(boolean isLast) {
    if (offer == null) {
      return;
    }
    waited++;
    if (isLast || waited > PATIENCE) {
      boolean unused = offer.decide(Trade.State.TAKEN_BACK); // or it is decided, which counts
    }
    switch (offer.state()) {
      case OPEN:
        return;
      case ACCEPTED:
        owner.takeCoin();
        break;
      case REFUSED:
      case TAKEN_BACK:
        owner.takeGemBack();
        break;
    }
    offer = null;
  }

  @Override
  int gemsOnOffer() {
    Trade trade = offer;
    return trade == null || trade.state() == Trade.State.ACCEPTED ? 0 : 1;
  }

  @Override
  int coinsUnderWay() {
    Trade trade = offer;
    return trade != null && trade.state() == Trade.State.ACCEPTED ? 1 : 0;
  }

  @Override
  public long refused() {
    return letters.overflowed() + inputs.overflowed();
  }
}
