package dev.jitterlab.lab.machine;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A scheduling policy of Linux with its priority (sched(7)). Immutable.
 *
 * @param priority 1 to 99 of a real-time policy; 0 of the others
 */
public record Scheduling(Policy policy, int priority) {
  /** What the experiment file may ask for. */
  public static final String FORM = "fifo:1 to fifo:99, rr:1 to rr:99, batch or idle";

  private static final Pattern TEXT = Pattern.compile("([a-z]+)(?::([1-9]\\d?))?");

  /** The policies of Linux, with their numbers in {@code sched.h}. */
  public enum Policy {
    OTHER(0),
    FIFO(1),
    RR(2),
    BATCH(3),
    IDLE(5),
    DEADLINE(6),
    EXT(7);

    private final int number;

    Policy(int number) {
      this.number = number;
    }

    boolean isRealTime() {
      return this == FIFO || this == RR;
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Reads what an experiment file asks for; empty if it is not of the {@link #FORM}. */
  public static Optional<Scheduling> parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    int priority = matcher.group(2) == null ? 0 : Integer.parseInt(matcher.group(2));
    return Stream.of(Policy.FIFO, Policy.RR, Policy.BATCH, Policy.IDLE)
        .filter(policy -> policy.word().equals(matcher.group(1)))
        .filter(policy -> policy.isRealTime() == priority > 0)
        .map(policy -> new Scheduling(policy, priority))
        .findFirst();
  }

  /** From the fields {@code policy} and {@code rt_priority} of {@code /proc/<pid>/stat}. */
  static Scheduling of(int number, int priority) {
    return Stream.of(Policy.values())
        .filter(policy -> policy.number == number)
        .map(policy -> new Scheduling(policy, policy.isRealTime() ? priority : 0))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("scheduling policy " + number));
  }

  /** The command that starts another one with it. */
  List<String> command() {
    return List.of("chrt", "--" + policy.word(), Integer.toString(priority));
  }

  /** Such as {@code fifo:10}. */
  @Override
  public String toString() {
    return policy.word() + (policy.isRealTime() ? ":" + priority : "");
  }
}
