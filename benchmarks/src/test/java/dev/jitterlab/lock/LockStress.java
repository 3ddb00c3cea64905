package dev.jitterlab.lock;

import java.util.concurrent.TimeUnit;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * The guarantees of {@link BoundedBargingLock} under jcstress. Run by
 *
 * <pre>
 * java -cp benchmarks/target/jitterlab-benchmarks.jar org.openjdk.jcstress.Main -t LockStress
 * </pre>
 */
public class LockStress {
  private LockStress() {}

  /** A strictly fair lock, at which both wait: no update is lost, and nobody waits for ever. */
  @JCStressTest
  @State
  @Outcome(id = "6", expect = Expect.ACCEPTABLE, desc = "every section ran alone")
  @Outcome(expect = Expect.FORBIDDEN, desc = "two had the lock")
  @SuppressWarnings("LockNotBeforeTry") // nothing between can fail
  public static class Strict {
    private final BoundedBargingLock lock = BoundedBargingLock.of(0);
    private int sections; // plain: the lock orders it

    private void three() {
      for (int i = 0; i < 3; i++) {
        lock.lock();
        sections++;
        lock.unlock();
      }
    }

    /** One thread. */
    @Actor
    public void one() {
      three();
    }

    /** The other. */
    @Actor
    public void other() {
      three();
    }

    /** What the lock has guarded. */
    @Arbiter
    public void count(I_Result result) {
      result.r1 = sections;
    }
  }

  /** One waits, the other tries: what a try says is what happened. */
  @JCStressTest
  @State
  @Outcome(
      id = {"2, 2", "3, 3", "4, 4"},
      expect = Expect.ACCEPTABLE,
      desc = "each try that succeeded ran its section alone")
  @Outcome(expect = Expect.FORBIDDEN, desc = "two had the lock, or one who did not say so")
  @SuppressWarnings("LockNotBeforeTry") // nothing between can fail
  public static class Tries {
    private final BoundedBargingLock lock = BoundedBargingLock.of(1);
    private int sections; // plain: the lock orders it
    private int succeeded;

    /** Who waits. */
    @Actor
    public void waits() {
      for (int i = 0; i < 2; i++) {
        lock.lock();
        sections++;
        lock.unlock();
      }
    }

    /** Who tries. */
    @Actor
    public void tries() {
      for (int i = 0; i < 2; i++) {
        if (lock.tryLock()) {
          sections++;
          lock.unlock();
          succeeded++;
        }
      }
    }

    /** What the lock has guarded, and what was said of it. */
    @Arbiter
    public void count(II_Result result) {
      result.r1 = sections;
      result.r2 = 2 + succeeded;
    }
  }

  /** One waits, the other gives up: reserved for who is gone, the lock can still be had. */
  @JCStressTest
  @State
  @Outcome(
      id = {"3, 3", "4, 4", "5, 5"},
      expect = Expect.ACCEPTABLE,
      desc = "each that had the lock ran its section alone")
  @Outcome(expect = Expect.FORBIDDEN, desc = "two had the lock, or one who did not say so")
  @SuppressWarnings("LockNotBeforeTry") // nothing between can fail
  public static class GivesUp {
    private final BoundedBargingLock lock = BoundedBargingLock.of(1);
    private int sections; // plain: the lock orders it
    private int succeeded;

    /** Who waits. */
    @Actor
    public void waits() {
      for (int i = 0; i < 3; i++) {
        lock.lock();
        sections++;
        lock.unlock();
      }
    }

    /** Waits for so short a time that it often leaves the queue. */
    @Actor
    public void givesUp() {
      for (int i = 0; i < 2; i++) {
        if (hasGotIt()) {
          sections++;
          lock.unlock();
          succeeded++;
        }
      }
    }

    private boolean hasGotIt() {
      try {
        return lock.tryLock(2, TimeUnit.MICROSECONDS);
      } catch (InterruptedException e) {
        throw new AssertionError(e); // nobody interrupts it
      }
    }

    /** What the lock has guarded, and what was said of it. */
    @Arbiter
    public void count(II_Result result) {
      result.r1 = sections;
      result.r2 = 3 + succeeded;
    }
  }
}
