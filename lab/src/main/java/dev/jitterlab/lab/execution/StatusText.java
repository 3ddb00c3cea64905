package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.execution.Progress.Status;
import java.util.Locale;

/** A run's state in one line. */
public final class StatusText {
  private StatusText() {}

  static String of(Status status) {
    StringBuilder line = new StringBuilder();
    if (status.block() > 0 && status.blocks() > 1) {
      line.append("block ").append(status.block()).append(" of ").append(status.blocks());
      line.append(", ");
    }
    line.append(status.phase().words()).append(", ").append(left(status.secondsLeft()));
    switch (status.phase()) {
      case WARMING_UP -> line.append(players(status));
      case MEASURING -> line.append(players(status)).append(lateTicks(status));
      case CHECKING, STARTING, STOPPING, SAVING -> {}
    }
    return line.toString();
  }

  private static String left(double seconds) {
    return duration(seconds) + " left";
  }

  /** A time of some seconds or minutes, rounded up to whole seconds: {@code 2:06 min}. */
  public static String duration(double seconds) {
    long whole = Math.round(Math.ceil(seconds));
    return whole < 60
        ? whole + " s"
        : String.format(Locale.ROOT, "%d:%02d min", whole / 60, whole % 60);
  }

  private static String players(Status status) {
    return ", " + status.players() + " players";
  }

  private static String lateTicks(Status status) {
    return ", " + status.lateTicks() + " late ticks";
  }
}
