package dev.jitterlab.periodic;

import dev.jitterlab.tick.Rate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Which task starts when. A task's schedule begins with its start, so this decides how the tasks'
 * deadlines lie to each other, unless the scheduler moves them.
 */
final class StartPlan {
  /** How the starts lie to each other. */
  enum Mode {
    /** Each at a random moment of its first period, as independent battles do. */
    SPREAD,
    /** All at once: all deadlines of a rate coincide. */
    TOGETHER;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The start of one task. Immutable. */
  static final class Start {
    private final long afterNs;
    private final String name;
    private final Rate rate;

    private Start(long afterNs, String name, Rate rate) {
      this.afterNs = afterNs;
      this.name = name;
      this.rate = rate;
    }

    /** Returns how long after the first of all the task starts. */
    long afterNs() {
      return afterNs;
    }

    String name() {
      return name;
    }

    Rate rate() {
      return rate;
    }
  }

  private StartPlan() {}

  /** Returns the starts of all tasks in the order of their times; the same for the same seed. */
  static List<Start> of(List<TaskGroup> groups, Mode mode, long seed) {
    Random random = new Random(seed);
    List<Start> starts = new ArrayList<>();
    for (TaskGroup group : groups) {
      for (int i = 1; i <= group.count(); i++) {
        String name = group.rate() + " task " + i;
        double part = mode == Mode.SPREAD ? random.nextDouble() : 0;
        starts.add(new Start((long) (part * group.rate().periodNs()), name, group.rate()));
      }
    }
    starts.sort(Comparator.comparingLong(Start::afterNs));
    return starts;
  }
}
