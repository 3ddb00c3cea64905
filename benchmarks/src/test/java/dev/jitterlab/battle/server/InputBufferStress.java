package dev.jitterlab.battle.server;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * What the event loop and a tick do to one another in an {@link InputBuffer}, under jcstress. In
 * the battle server's package, to reach it. Run by
 *
 * <pre>
 * java -cp benchmarks/target/jitterlab-benchmarks.jar org.openjdk.jcstress.Main -t InputBufferStress
 * </pre>
 */
public class InputBufferStress {
  private static final int TORN = -1;

  private InputBufferStress() {}

  /** The number of an input whose three words belong together; else torn. */
  private static int whole(long input, int seen, long receivedNs) {
    return input == seen && seen == receivedNs ? seen : TORN;
  }

  /** Inputs offered while a tick drains: whole, in order, none lost or twice. */
  @JCStressTest
  @State
  @Outcome(
      id = {"0, 12", "1, 2", "12, 0"},
      expect = Expect.ACCEPTABLE,
      desc = "each is in this tick or in the next")
  @Outcome(expect = Expect.FORBIDDEN, desc = "an input was torn, lost, doubled or overtaken")
  public static class OfferAndDrain {
    private final InputBuffer buffer = new InputBuffer();

    /** The event loop. */
    @Actor
    public void offer() {
      buffer.offer(1, 1, 1);
      buffer.offer(2, 2, 2);
    }

    /** A tick. */
    @Actor
    public void drain(II_Result result) {
      buffer.drainTo(
          (player, input, seen, at) -> result.r1 = 10 * result.r1 + whole(input, seen, at), 0);
    }

    /** The next tick. */
    @Arbiter
    public void drainRest(II_Result result) {
      buffer.drainTo(
          (player, input, seen, at) -> result.r2 = 10 * result.r2 + whole(input, seen, at), 0);
    }
  }

  /** A slot is filled again only after it was read. */
  @JCStressTest
  @State
  @Outcome(id = "0, 16, 0", expect = Expect.ACCEPTABLE, desc = "refused: still full")
  @Outcome(id = "1, 16, 17", expect = Expect.ACCEPTABLE, desc = "in the next tick")
  @Outcome(id = "1, 17, 0", expect = Expect.ACCEPTABLE, desc = "emptied and found in one tick")
  @Outcome(expect = Expect.FORBIDDEN, desc = "the new input overwrote one that was not read")
  public static class FullBuffer {
    private final InputBuffer buffer = new InputBuffer();
    private boolean inOrder = true;
    private int last;

    /** Fills it. */
    public FullBuffer() {
      for (int i = 1; i <= InputBuffer.CAPACITY; i++) {
        buffer.offer(i, i, i);
      }
    }

    private void take(long input, int seen, long receivedNs) {
      inOrder &= whole(input, seen, receivedNs) == last + 1;
      last = seen;
    }

    /** The event loop. */
    @Actor
    public void offer(III_Result result) {
      int next = InputBuffer.CAPACITY + 1;
      result.r1 = buffer.offer(next, next, next) ? 1 : 0;
    }

    /** A tick. */
    @Actor
    public void drain(III_Result result) {
      buffer.drainTo((player, input, seen, at) -> take(input, seen, at), 0);
      result.r2 = inOrder ? last : TORN;
    }

    /** The next tick. */
    @Arbiter
    public void drainRest(III_Result result) {
      int before = last;
      buffer.drainTo((player, input, seen, at) -> take(input, seen, at), 0);
      result.r3 = last == before ? 0 : inOrder ? last : TORN;
    }
  }

  /** What a player has seen is known no later than his input that says so, and never goes back. */
  @JCStressTest
  @State
  @Outcome(
      id = {"0, 0", "0, 7", "7, 7"},
      expect = Expect.ACCEPTABLE,
      desc = "seen is as new as the input, or newer")
  @Outcome(expect = Expect.FORBIDDEN, desc = "an input came before what it has seen")
  public static class SawAndSeen {
    private final InputBuffer buffer = new InputBuffer();

    /** The event loop. */
    @Actor
    public void offer() {
      buffer.saw(7);
      buffer.saw(5); // late
      buffer.offer(7, 7, 7);
    }

    /** A tick. */
    @Actor
    public void drain(II_Result result) {
      buffer.drainTo((player, input, seen, at) -> result.r1 = whole(input, seen, at), 0);
      result.r2 = buffer.seen();
    }
  }
}
