package dev.jitterlab.arena.tool;

import dev.jitterlab.arena.world.ClientInput;
import dev.jitterlab.arena.world.ClientView;
import dev.jitterlab.arena.world.Fighter;
import java.util.concurrent.atomic.LongAdder;

/**
 * A client for which an update does all that concerns other fighters, and no work beside it: it
 * sees everybody's position, draws nothing, and says one thing, after which its fighter takes a
 * step. So what it costs is what an execution model and its locks or mailboxes take. Used by its
 * fighter's update only.
 */
final class EmptyClient implements ClientView {
  private final LongAdder positions;
  private final LongAdder inputs;
  private Fighter self;
  private int seen;
  private int number;
  private long places;

  /**
   * Creates a client.
   *
   * @param positions counts the positions that were read
   * @param inputs counts the inputs that its fighter's mailbox or queue took
   */
  EmptyClient(LongAdder positions, LongAdder inputs) {
    this.positions = positions;
    this.inputs = inputs;
  }

  @Override
  public boolean open(Fighter fighter, int fighters) {
    self = fighter;
    seen = 0;
    return true;
  }

  @Override
  public void fighter(int id, long position, int heading, int flags) {
    seen++;
    places += position; // so that it is read for something
  }

  @Override
  public void bolt(float x, float y, int heading) {
    throw new IllegalStateException("nobody fires");
  }

  @Override
  public void close() {
    positions.add(seen);
    int keys = (++number & 1) == 0 ? ClientInput.LEFT : ClientInput.RIGHT;
    if (self.contact().input(new ClientInput(number, keys, (int) places))) {
      inputs.increment();
    }
  }
}
