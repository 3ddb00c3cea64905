package dev.jitterlab.play;

/**
 * Replaces battle servers one by one: the next version's server is started and ready before the old
 * one is told to end, which then takes no more battles and plays those that it has to their end. So
 * there are never fewer servers than at the beginning, and one more at most. If a follower is given
 * up, the upgrade stops, and the servers that are left stay. For one thread; every look takes at
 * most one step.
 */
final class RollingUpgrade {
  /** The servers, numbered from 1; each has a place for one that follows it. */
  interface Servers {
    /** Starts the server that follows that one. */
    void startFollower(int server);

    /** Returns whether the follower can take battles. */
    boolean isFollowerReady(int server);

    /** Returns whether the follower died so often that it is not started any more. */
    boolean isFollowerGivenUp(int server);

    /**
     * Tells a server to play its battles to their end, and then to end itself. One that has ended
     * already is not started again.
     */
    void retire(int server);

    /** Returns whether a server that was told so has ended. */
    boolean isGone(int server);
  }

  private enum Step {
    NEXT,
    STARTING,
    RETIRING,
    STOPPED
  }

  private final Servers servers;
  private final int count;
  private Step step = Step.NEXT;
  private int replaced;

  /** Plans to replace so many servers. */
  RollingUpgrade(Servers servers, int count) {
    this.servers = servers;
    this.count = count;
  }

  /** Goes on, if it can. */
  void look() {
    int server = replaced + 1;
    switch (step) {
      case NEXT -> {
        if (!isDone()) {
          servers.startFollower(server);
          step = Step.STARTING;
        }
      }
      case STARTING -> {
        if (servers.isFollowerReady(server)) {
          servers.retire(server);
          step = Step.RETIRING;
        } else if (servers.isFollowerGivenUp(server)) {
          step = Step.STOPPED;
        }
      }
      case RETIRING -> {
        if (servers.isGone(server)) {
          replaced++;
          step = Step.NEXT;
        }
      }
      case STOPPED -> {}
    }
  }

  /** How many servers have been replaced. */
  int replaced() {
    return replaced;
  }

  /** Whether all have been. */
  boolean isDone() {
    return replaced == count;
  }

  /** Whether a follower was given up, so that the servers that are left stay. */
  boolean isStopped() {
    return step == Step.STOPPED;
  }
}
