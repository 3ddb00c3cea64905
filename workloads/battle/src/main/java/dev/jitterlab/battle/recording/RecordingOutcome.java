package dev.jitterlab.battle.recording;

import dev.jitterlab.battle.Labelled;

/** What became of the recording of a battle. */
public enum RecordingOutcome implements Labelled {
  /** It is complete. */
  WRITTEN,
  /** The server had recorded as many battles as it may. */
  SKIPPED,
  /** It grew too large, or writing was slower than playing. */
  ABANDONED,
  /** The disk took no more. */
  FAILED;
}
