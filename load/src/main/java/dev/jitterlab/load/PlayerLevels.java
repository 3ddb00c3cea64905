package dev.jitterlab.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Lets as many bots play on one server as the levels of a search ask for. They come and go over
 * some seconds, as players do: so many handshakes at once would be a load of their own.
 *
 * <p>Belongs to one thread, which looks every {@link #LOOK_NS}; {@link #held} may be read by any.
 */
public final class PlayerLevels {
  /** A bot that can come to the server and leave it, again and again. */
  public interface Guest {
    /** Begins to join. */
    void come() throws IOException;

    /** Says goodbye. */
    void leave(long nowNs);

    /** Returns whether it plays on the server: one that was not let in, or not yet, does not. */
    boolean isPlaying(long nowNs);
  }

  /** At each look so many bots come or go: 500 a second. */
  public static final int MOST_AT_ONCE = 50;

  /** How often to look. */
  public static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final double MOST_ABSENT = 0.01;
  private static final System.Logger LOG = System.getLogger(PlayerLevels.class.getName());

  private final LevelCourse course;
  private final List<Guest> guests = new ArrayList<>();
  private final BitSet absent = new BitSet(); // of those that should be present: without a socket
  private volatile int withoutSocket; // how many these are
  private volatile int playing; // of those that should be present, at the last look
  private int present; // the first of them
  private boolean isReached = true; // the level, by those that are present

  /** Makes the levels of one server; nothing happens before the first {@link #look}. */
  public PlayerLevels(LevelCourse course) {
    this.course = course;
  }

  /** Adds a bot that stays away until a level asks for it; before the first {@link #look}. */
  public void add(Guest guest) {
    guests.add(guest);
  }

  /**
   * Returns the level that is held; 0 while the server warms up or settles, and where more than one
   * in a hundred of its players have no socket. If more than one in a hundred do not play, only
   * those that do are a load: a server that lets nobody in must not have carried them.
   */
  public double held() {
    double level = Math.rint(course.held());
    if (withoutSocket > MOST_ABSENT * level) {
      return 0;
    }
    int load = playing;
    return Math.abs(level - load) <= MOST_ABSENT * level || level == 0 ? level : load;
  }

  /** Lets bots come or go, if the level asks for more or fewer. No level is held before that. */
  public void look(long nowNs) {
    playing = (int) guests.stream().limit(present).filter(one -> one.isPlaying(nowNs)).count();
    if (isReached || course.held() > 0) {
      LevelCourse.Step unused = course.onTimer(nowNs);
    }
    int wanted = (int) Math.min(guests.size(), Math.rint(course.level()));
    for (int i = 0; i < MOST_AT_ONCE && present != wanted; i++) {
      if (present < wanted) {
        come(present);
        present++;
      } else {
        present--;
        absent.clear(present);
        withoutSocket = absent.cardinality();
        guests.get(present).leave(nowNs);
      }
    }
    isReached = present == wanted;
  }

  private void come(int number) {
    try {
      guests.get(number).come();
    } catch (IOException e) {
      if (absent.isEmpty()) { // one message for what may be thousands
        LOG.log(System.Logger.Level.ERROR, "no socket for a player of the next level", e);
      }
      absent.set(number);
      withoutSocket = absent.cardinality();
    }
  }
}
