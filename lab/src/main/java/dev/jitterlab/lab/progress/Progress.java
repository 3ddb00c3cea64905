package dev.jitterlab.lab.progress;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Who wants to know how something long is going. Thread-safe. */
public interface Progress extends AutoCloseable {
  /** How things stand. */
  interface Step {
    /** Equal as long as the same thing is being done; a change is shown at once. */
    Object stage();

    /** The state in one line. */
    String text();
  }

  /**
   * What is done after the measurement, or without one.
   *
   * @param stage such as {@code writing the report}
   * @param detail what of it, beginning with a colon; may be empty
   */
  record Doing(String stage, String detail) implements Step {
    @Override
    public String text() {
      return stage + detail;
    }
  }

  /** What a run is doing. */
  enum Phase {
    CHECKING("checking JDKs, disk and memory"),
    STARTING("starting"),
    WARMING_UP("warming up"),
    MEASURING("measuring"),
    STOPPING("stopping"),
    SAVING("saving the samples"),
    LOOKING("checking whether it is decided");

    private final String words;

    Phase(String words) {
      this.words = words;
    }

    /** As a reader sees it. */
    public String words() {
      return words;
    }
  }

  /**
   * How a run is going.
   *
   * @param block the block's number, from 1; 0 before the first
   * @param blocks how many there are
   * @param secondsLeft an estimate for the whole run, to its end; of a trial that ends when it is
   *     decided, until then
   * @param lateTicks ticks later than 1.1 periods while measuring, in all blocks so far; empty
   *     where nobody counts them while they are made
   * @param players on all servers, now; empty where servers have none
   * @param towards how far a trial that ends when it is decided has come; empty of others
   */
  record Status(
      Phase phase,
      int block,
      int blocks,
      double secondsLeft,
      OptionalLong lateTicks,
      OptionalLong players,
      Optional<Towards> towards)
      implements Step {
    @Override
    public Object stage() {
      return List.of(phase, block);
    }

    @Override
    public String text() {
      return StatusText.of(this);
    }
  }

  /**
   * How far a trial that ends when it is decided has come.
   *
   * @param secondsAtMost until its end, if it is not decided before
   * @param looked whether anybody has looked so far; before, the time left is that until the first
   *     look
   * @param settled how many comparisons were settled at the last look
   * @param comparisons how many there are
   * @param closeness of the comparison that is farthest from a decision, 0 to 1
   */
  record Towards(
      double secondsAtMost, boolean looked, int settled, int comparisons, double closeness) {}

  /** Tells the state; called several times a second, and at every change of stage. */
  void update(Step step);

  /** Tells something worth a line of its own, such as a warning. */
  void note(String line);

  /** The run is over: leaves the cursor at the beginning of an empty line. */
  @Override
  void close();
}
