package dev.jitterlab.lab.ticks;

import dev.jitterlab.lab.run.RunState.BlockTimes;
import dev.jitterlab.lab.run.RunState.Slice;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * When something was measured: mostly one window, as long as the measurement of its block. Where
 * the load goes from server to server (docs/rotate.md), a server has a window for each of its
 * slices, and the block, its load and its control process have those of all servers. All readers of
 * ticks, samples or events of a measurement use this type. Immutable.
 *
 * @param parts in the order of time, not overlapping; at least one
 */
public record MeasuredWindows(List<Window> parts) {
  /** Checks that there is a part. */
  public MeasuredWindows {
    parts = List.copyOf(parts);
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("nothing was measured");
    }
  }

  /** One window. */
  public static MeasuredWindows of(Window only) {
    return new MeasuredWindows(List.of(only));
  }

  /** One window with these ends: {@link Window#recorded}. */
  public static MeasuredWindows of(double from, double to) {
    return of(Window.recorded(from, to));
  }

  /**
   * Those of a block's slices; empty where it has none yet.
   *
   * @param instance of which server; null for all of them
   * @param end when the block's measurement ended
   */
  public static Optional<MeasuredWindows> slices(BlockTimes block, String instance, double end) {
    List<Window> slices = windows(block.slices(), instance, end);
    return slices.isEmpty() ? Optional.empty() : Optional.of(new MeasuredWindows(slices));
  }

  /** When a server of a block was measured that is over; empty if it never was. */
  public static Optional<MeasuredWindows> of(BlockTimes block, String instance) {
    if (!block.wasRotated()) {
      return Optional.of(of(block.measuredFrom(), block.measuredTo()));
    }
    return slices(block, instance, block.measuredTo());
  }

  /**
   * When a server had the load, in the warm-up and while it was measured: what charts and the
   * judgement whether it was steady may look at.
   *
   * @param end when the block's measurement ended
   */
  public static List<Window> worked(BlockTimes block, String instance, double end) {
    if (!block.wasRotated()) {
      return List.of(Window.recorded(block.loadStartedAt(), end));
    }
    return Stream.of(block.warmups(), block.slices())
        .flatMap(slices -> windows(slices, instance, end).stream())
        .toList();
  }

  private static List<Window> windows(List<Slice> slices, String instance, double end) {
    List<Window> windows = new ArrayList<>();
    for (Slice slice : Objects.requireNonNullElse(slices, List.<Slice>of())) {
      if (instance == null || slice.instance().equals(instance)) {
        double to = slice.to() == null ? end : slice.to();
        windows.add(Window.recorded(slice.from(), to));
      }
    }
    return windows;
  }

  /** When the first one begins. */
  public double from() {
    return parts.getFirst().from();
  }

  /** When the last one ends. */
  public double to() {
    return parts.getLast().to();
  }

  /**
   * Each with the time until the next begins, and the last one with that until the end: what was
   * asked for in one of them may have ended after it.
   *
   * @param end when the measurement of all servers ended
   */
  public MeasuredWindows untilNext(double end) {
    List<Window> longer = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      double to = i + 1 < parts.size() ? parts.get(i + 1).from() : Math.max(end, to());
      longer.add(Window.recorded(parts.get(i).from(), to));
    }
    return new MeasuredWindows(longer);
  }

  /** From the beginning of the first to the end of the last. */
  public Window span() {
    return Window.recorded(from(), to());
  }

  /** How long they are together. */
  public double seconds() {
    return parts.stream().mapToDouble(Window::seconds).sum();
  }

  /** How much of them is over at a time, in seconds. */
  public double elapsed(double at) {
    return parts.stream()
        .mapToDouble(part -> Math.max(0, Math.min(at - part.from(), part.seconds())))
        .sum();
  }

  /** Whether a line of a log belongs to one of them: {@link Window#holds}. */
  public boolean holds(Window line, Distribution values) {
    return parts.stream().anyMatch(part -> part.holds(line, values));
  }

  /** Whether the other window lies wholly inside one of them. */
  public boolean contains(Window other) {
    return parts.stream().anyMatch(part -> part.contains(other));
  }

  /** Whether something happened within one of them; at the end of one is behind it. */
  public boolean containsMoment(double at) {
    return parts.stream().anyMatch(part -> at >= part.from() && at < part.to());
  }

  /** The same, by the time of an event of a recording. */
  public boolean containsMoment(Instant at) {
    return containsMoment(at.getEpochSecond() + at.getNano() / 1e9);
  }

  /** Whether something happened behind one of them and before the next. */
  public boolean isInGap(double at) {
    return at >= from() && at < to() && !containsMoment(at);
  }

  /** For how long a line of a log that they hold covers them. */
  double covered(Window line, Distribution values) {
    return parts.stream()
        .filter(part -> part.holds(line, values))
        .mapToDouble(part -> Math.max(0, Math.min(line.to(), part.to()) - line.from()))
        .max()
        .orElse(0);
  }
}
