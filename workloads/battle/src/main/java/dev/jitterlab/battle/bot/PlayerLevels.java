package dev.jitterlab.battle.bot;

import dev.jitterlab.load.LevelCourse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Lets as many bots play on one server as the levels of a search ask for. They come and go over
 * some seconds, as players do: so many handshakes at once would be a load of their own.
 *
 * <p>All of it happens on the timeline; {@link #held} may be read by any thread.
 */
final class PlayerLevels {
  /** A bot that can come to the server and leave it, again and again. */
  interface Guest {
    /** Begins to join. */
    void come() throws IOException;

    /** Says goodbye. */
    void leave(long nowNs);
  }

  /** At each look so many bots come or go: 500 a second. */
  static final int MOST_AT_ONCE = 50;

  static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final System.Logger LOG = System.getLogger(PlayerLevels.class.getName());

  private final LevelCourse course;
  private final Timeline timeline;
  private final List<Guest> guests = new ArrayList<>();
  private int present; // the first of them

  PlayerLevels(LevelCourse course, Timeline timeline) {
    this.course = course;
    this.timeline = timeline;
  }

  /** Adds a bot that stays away until a level asks for it; before {@link #begin}. */
  void add(Guest guest) {
    guests.add(guest);
  }

  /** Begins with the first level. */
  void begin() {
    timeline.after(0, this::look);
  }

  /** Returns the level that is held; 0 while the server warms up or settles. */
  double held() {
    return Math.rint(course.held());
  }

  private void look() {
    LevelCourse.Step unused = course.onTimer(timeline.nowNs());
    int wanted = (int) Math.min(guests.size(), Math.rint(course.level()));
    for (int i = 0; i < MOST_AT_ONCE && present != wanted; i++) {
      if (present < wanted) {
        come(guests.get(present));
        present++;
      } else {
        present--;
        guests.get(present).leave(timeline.nowNs());
      }
    }
    timeline.after(LOOK_NS, this::look);
  }

  private static void come(Guest guest) {
    try {
      guest.come();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.ERROR, "no socket for a player of the next level", e);
    }
  }
}
