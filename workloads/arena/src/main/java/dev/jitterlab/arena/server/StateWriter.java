package dev.jitterlab.arena.server;

import dev.jitterlab.arena.wire.StateFrame;
import dev.jitterlab.arena.world.ClientView;
import dev.jitterlab.arena.world.Fighter;
import dev.jitterlab.arena.world.Positions;

/** Draws the world for one client, into one of two frames, while the other may be on its way. */
final class StateWriter implements ClientView {
  private static final int BOLTS_PER_FIGHTER = 2;

  private final Outbox outbox;
  private final Outbox.Parcel[] parcels;
  private Outbox.Parcel drawn;

  /**
   * @param link where pictures go
   * @param partBytes the most that one message may have
   */
  StateWriter(Outbox outbox, ClientLink link, int partBytes) {
    this.outbox = outbox;
    this.parcels =
        new Outbox.Parcel[] {
          new Outbox.Parcel(new StateFrame(partBytes), link),
          new Outbox.Parcel(new StateFrame(partBytes), link)
        };
  }

  @Override
  public boolean open(Fighter self, int fighters) {
    drawn = parcels[0].frame.isFree() ? parcels[0] : parcels[1];
    if (!drawn.frame.isFree()) {
      outbox.skipped.increment();
      return false;
    }
    drawn.frame.begin(
        self.id(), self.lastInput(), self.updates(), fighters, BOLTS_PER_FIGHTER * fighters);
    return true;
  }

  @Override
  public void fighter(int id, long position, int heading, int flags) {
    drawn.frame.fighter(id, Positions.x(position), Positions.y(position), heading, flags);
  }

  @Override
  public void bolt(float x, float y, int heading) {
    drawn.frame.bolt(x, y, heading);
  }

  @Override
  public void close() {
    drawn.frame.end();
    drawn.frame.take();
    if (!outbox.offer(drawn)) {
      drawn.frame.free();
      outbox.skipped.increment();
    }
  }
}
