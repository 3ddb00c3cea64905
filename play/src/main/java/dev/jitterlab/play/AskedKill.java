package dev.jitterlab.play;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The one battle server that is killed because it was asked for: from the given second on the first
 * one that has a battle, since the death of a server without players shows nothing. It says when it
 * has to wait. For one thread; the time is passed in.
 */
final class AskedKill {
  private final int afterSeconds;
  private final Consumer<String> notes;
  private boolean isDone;
  private boolean isWaiting;

  AskedKill(int afterSeconds, Consumer<String> notes) {
    this.afterSeconds = afterSeconds;
    this.notes = notes;
  }

  /** Returns which of those with a battle to kill now. */
  <T> Optional<T> victim(List<T> playing, double secondsPlayed) {
    if (isDone || secondsPlayed < afterSeconds) {
      return Optional.empty();
    }
    isDone = !playing.isEmpty();
    if (!isDone && !isWaiting) {
      isWaiting = true;
      notes.accept("--kill-server waits: no server has a battle yet");
    }
    return playing.stream().findFirst();
  }

  /** The play is over. */
  void end() {
    if (!isDone) {
      notes.accept(
          "--kill-server killed no server: "
              + (isWaiting ? "none had a battle" : "the play ended before second " + afterSeconds));
    }
  }
}
