package dev.jitterlab.lab.progress;

import java.util.List;
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

  /** What a run is doing. */
  enum Phase {
    CHECKING("checking JDKs, disk and memory"),
    STARTING("starting"),
    WARMING_UP("warming up"),
    MEASURING("measuring"),
    STOPPING("stopping"),
    SAVING("saving the samples");

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
   * @param secondsLeft an estimate for the whole run, to its end
   * @param lateTicks ticks later than 1.1 periods while measuring, in all blocks so far; empty
   *     where nobody counts them while they are made
   * @param players on all servers, now; empty where servers have none
   */
  record Status(
      Phase phase,
      int block,
      int blocks,
      double secondsLeft,
      OptionalLong lateTicks,
      OptionalLong players)
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

  /** Tells the state; called several times a second, and at every change of stage. */
  void update(Step step);

  /** Tells something worth a line of its own, such as a warning. */
  void note(String line);

  /** The run is over: leaves the cursor at the beginning of an empty line. */
  @Override
  void close();
}
