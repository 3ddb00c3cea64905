package dev.jitterlab.battle.server;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * What a tick and the event loop do to one another in a {@link TripleBuffer}, under jcstress. In
 * the battle server's package, to reach it. Run by
 *
 * <pre>
 * java -cp benchmarks/target/jitterlab-benchmarks.jar org.openjdk.jcstress.Main -t TripleBufferStress
 * </pre>
 */
public class TripleBufferStress {
  private static final int TORN = -1;

  private TripleBufferStress() {}

  private static void write(TripleBuffer<int[]> buffer, int number) {
    int[] written = buffer.written();
    written[0] = number;
    written[1] = number;
  }

  /** The number that was taken, 0 for nothing. */
  private static int take(TripleBuffer<int[]> buffer) {
    int[] taken = buffer.take();
    return taken == null ? 0 : number(taken);
  }

  private static int number(int[] taken) {
    return taken[0] == taken[1] ? taken[0] : TORN;
  }

  /** The newest is always taken at last, once, and whole; the writer knows whether one was lost. */
  @JCStressTest
  @State
  @Outcome(id = "0, 2, 0", expect = Expect.ACCEPTABLE, desc = "too late: the first was replaced")
  @Outcome(id = "1, 2, 1", expect = Expect.ACCEPTABLE, desc = "one after the other")
  @Outcome(id = "2, 0, 0", expect = Expect.ACCEPTABLE, desc = "the newest at once")
  @Outcome(expect = Expect.FORBIDDEN, desc = "torn, lost, doubled, or wrongly accounted for")
  public static class PublishAndTake {
    private final TripleBuffer<int[]> buffer = new TripleBuffer<>(() -> new int[2]);

    /** The ticks. */
    @Actor
    public void publish(III_Result result) {
      write(buffer, 1);
      buffer.publish();
      write(buffer, 2);
      result.r3 = buffer.publish() ? 1 : 0;
    }

    /** The event loop. */
    @Actor
    public void take(III_Result result) {
      result.r1 = TripleBufferStress.take(buffer);
    }

    /** The event loop, later. */
    @Arbiter
    public void takeRest(III_Result result) {
      result.r2 = TripleBufferStress.take(buffer);
    }
  }

  /** What was taken stays as it is while later ones are written. */
  @JCStressTest
  @State
  @Outcome(
      id = {"7, 7, 7, 9", "7, 7, 8, 9", "7, 7, 9, 0"},
      expect = Expect.ACCEPTABLE,
      desc = "the taken one stays until the next is taken")
  @Outcome(expect = Expect.FORBIDDEN, desc = "a buffer was written while it was read")
  public static class WriteWhileReading {
    private final TripleBuffer<int[]> buffer = new TripleBuffer<>(() -> new int[2]);
    private final int[] taken;

    /** Takes the first. */
    public WriteWhileReading() {
      write(buffer, 7);
      buffer.publish();
      taken = buffer.take();
    }

    /** The ticks. */
    @Actor
    public void publish() {
      write(buffer, 8);
      buffer.publish();
      write(buffer, 9);
      buffer.publish();
    }

    /** The event loop. */
    @Actor
    public void read(IIII_Result result) {
      result.r1 = number(taken);
      result.r2 = number(taken);
      int next = TripleBufferStress.take(buffer);
      result.r3 = next == 0 ? 7 : next;
    }

    /** The event loop, later. */
    @Arbiter
    public void takeRest(IIII_Result result) {
      result.r4 = TripleBufferStress.take(buffer);
    }
  }
}
