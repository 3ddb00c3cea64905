package dev.jitterlab.arena.player;

import dev.jitterlab.arena.wire.StateFrame;
import dev.jitterlab.arena.wire.Traffic;
import dev.jitterlab.arena.wire.WireFormat;
import dev.jitterlab.arena.world.ClientInput;
import dev.jitterlab.arena.world.ClientView;
import dev.jitterlab.arena.world.Fighter;
import dev.jitterlab.arena.world.Positions;
import dev.jitterlab.tick.NanoClock;

/**
 * A client inside the server, without a network: it draws its picture as for a real one, throws it
 * away, and says what its brain decides. So the model alone can be measured. Used by its fighter's
 * update only.
 */
public final class InsideClient implements ClientView {
  private static final int BOLTS_PER_FIGHTER = 2;

  private final Brain brain;
  private final NanoClock clock;
  private final StateFrame frame;
  private final Traffic traffic;
  private final long startNs;
  private final Runnable away;
  private Fighter self;
  private int number;
  private int saidKeys = -1;
  private int saidHeading;

  /**
   * Creates a client.
   *
   * @param partBytes the most that one message may have
   * @param traffic counts what would go over a network: a picture with each update, and one message
   *     of the client
   * @param away is told in the update in which its fighter leaves, as its player does; {@link
   *     #comesBack} says when there is to be another fighter with this view
   */
  public InsideClient(Brain brain, NanoClock clock, int partBytes, Traffic traffic, Runnable away) {
    this.away = away;
    this.traffic = traffic;
    this.brain = brain;
    this.clock = clock;
    this.startNs = clock.nanoTime();
    this.frame = new StateFrame(partBytes);
  }

  /** Returns whether the player is there by now. While it has no fighter. */
  public boolean comesBack() {
    decide();
    return brain.isHere();
  }

  private void decide() {
    brain.decide((clock.nanoTime() - startNs) / 1_000);
  }

  @Override
  public boolean open(Fighter fighter, int fighters) {
    self = fighter;
    frame.begin(
        fighter.id(),
        fighter.lastInput(),
        fighter.updates(),
        fighters,
        BOLTS_PER_FIGHTER * fighters);
    return true;
  }

  @Override
  public void fighter(int id, long position, int heading, int flags) {
    float x = Positions.x(position);
    float y = Positions.y(position);
    frame.fighter(id, x, y, heading, flags);
    brain.sees(id == self.id(), x, y);
  }

  @Override
  public void bolt(float x, float y, int heading) {
    frame.bolt(x, y, heading);
  }

  @Override
  public void close() {
    frame.end();
    traffic.toClient(frame);
    traffic.toServer(WireFormat.INPUT_BYTES);
    decide();
    if (!brain.isHere()) {
      saidKeys = -1;
      self.leave();
      away.run();
      return;
    }
    if (brain.keys() != saidKeys || brain.heading() != saidHeading) {
      saidKeys = brain.keys();
      saidHeading = brain.heading();
      boolean unused = // a full mailbox counts it
          self.contact().input(new ClientInput(++number, saidKeys, saidHeading));
    }
  }
}
