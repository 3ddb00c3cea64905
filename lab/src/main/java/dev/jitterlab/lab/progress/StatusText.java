package dev.jitterlab.lab.progress;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.progress.Progress.Status;

/** A run's state in one line. */
final class StatusText {
  private StatusText() {}

  static String of(Status status) {
    StringBuilder line = new StringBuilder();
    if (status.block() > 0 && status.blocks() > 1) {
      line.append("block ").append(status.block()).append(" of ").append(status.blocks());
      line.append(", ");
    }
    line.append(status.phase().words())
        .append(", ")
        .append(Units.duration(Math.ceil(status.secondsLeft())))
        .append(" left");
    switch (status.phase()) {
      case WARMING_UP -> line.append(players(status));
      case MEASURING -> line.append(players(status)).append(lateTicks(status));
      case CHECKING, STARTING, STOPPING, SAVING -> {}
    }
    return line.toString();
  }

  private static String players(Status status) {
    return status.players().isEmpty()
        ? ""
        : ", " + Units.count(status.players().getAsLong()) + " players";
  }

  private static String lateTicks(Status status) {
    if (status.lateTicks().isEmpty()) {
      return "";
    }
    long late = status.lateTicks().getAsLong();
    return ", " + Units.count(late) + (late == 1 ? " late tick" : " late ticks");
  }
}
