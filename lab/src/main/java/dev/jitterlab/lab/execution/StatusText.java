package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.execution.Progress.Status;

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

  /**
   * How a warm-up that was to end when all servers are steady has ended.
   *
   * @param watch knows the servers that were not steady at its limit
   */
  static String warmedUp(int block, double seconds, SteadyWatch watch) {
    String what =
        "Block %d: after %s of warm-up, judged by %s, "
            .formatted(block, Units.duration(seconds), watch.words());
    return what
        + (watch.unsteady().isEmpty()
            ? "all servers are steady."
            : "its limit was reached; not steady: " + String.join(", ", watch.unsteady()) + ".");
  }

  private static String players(Status status) {
    return status.players().isEmpty()
        ? ""
        : ", " + Units.count(status.players().getAsLong()) + " players";
  }

  private static String lateTicks(Status status) {
    return ", "
        + Units.count(status.lateTicks())
        + (status.lateTicks() == 1 ? " late tick" : " late ticks");
  }
}
