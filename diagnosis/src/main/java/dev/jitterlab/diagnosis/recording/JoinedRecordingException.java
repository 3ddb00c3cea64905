package dev.jitterlab.diagnosis.recording;

/**
 * A recording that was joined from those of several JVMs. Its parts number their threads alike, so
 * what one JVM did would be blamed on the other: such a file is refused.
 */
public final class JoinedRecordingException extends RuntimeException {
  private static final long serialVersionUID = 1;

  JoinedRecordingException() {
    super("it was joined from recordings of several JVMs");
  }
}
