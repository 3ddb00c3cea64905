package dev.jitterlab.lab.progress;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.progress.Progress.Status;
import dev.jitterlab.lab.progress.Progress.Towards;

/** A run's state in one line. */
final class StatusText {
  private StatusText() {}

  static String of(Status status) {
    StringBuilder line = new StringBuilder();
    if (status.block() > 0 && status.blocks() > 1) {
      line.append("block ").append(status.block());
      line.append(status.towards().isPresent() ? " of at most " : " of ").append(status.blocks());
      line.append(", ");
    }
    line.append(status.phase().words()).append(", ").append(left(status));
    switch (status.phase()) {
      case WARMING_UP -> line.append(players(status));
      case MEASURING -> line.append(players(status)).append(lateTicks(status));
      case CHECKING, STARTING, STOPPING, SAVING, LOOKING -> {}
    }
    return line.toString();
  }

  private static String left(Status status) {
    String left = Units.duration(Math.ceil(status.secondsLeft()));
    return status
        .towards()
        .map(
            towards ->
                "%s, at most %s left%s"
                    .formatted(
                        towards.looked() ? "decided in about " + left : "first look in " + left,
                        Units.duration(Math.ceil(towards.secondsAtMost())),
                        towards.looked() ? ", " + soFar(towards) : ""))
        .orElse(left + " left");
  }

  private static String soFar(Towards towards) {
    String closeness = Units.share(towards.closeness()) + " of the way";
    return towards.comparisons() == 1
        ? closeness
        : "%d of %d comparisons settled, the farthest is %s"
            .formatted(towards.settled(), towards.comparisons(), closeness);
  }

  private static String players(Status status) {
    return status.players().isEmpty()
        ? ""
        : ", " + Units.count(status.players().getAsLong(), "player");
  }

  private static String lateTicks(Status status) {
    if (status.lateTicks().isEmpty()) {
      return "";
    }
    return ", " + Units.count(status.lateTicks().getAsLong(), "late tick");
  }
}
