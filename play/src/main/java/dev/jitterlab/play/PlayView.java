package dev.jitterlab.play;

/** Who wants to know how a play is going. Thread-safe. */
public interface PlayView extends AutoCloseable {
  /** The cluster is being started. */
  void starting(String service);

  /** How it stands; called about once a second. */
  void show(PlayState state, String watchUrl);

  /** Tells something worth lines of its own, such as that a server died. */
  void note(String text);

  /** The play is over: leaves the cursor at the beginning of an empty line. */
  @Override
  void close();
}
