package dev.jitterlab.arena.server.web;

import java.nio.ByteBuffer;
import java.util.Optional;

/** The game as browsers' players know it. Thread-safe. */
public interface BrowserGame {
  /** The way of pictures to a browser. */
  @FunctionalInterface
  interface Screen {
    /** Takes a part of a picture: copies what is between position and limit, and never waits. */
    void show(ByteBuffer part);
  }

  /** One browser's player. For one thread. */
  interface Player {
    /** Returns the number of its fighter. */
    int id();

    /** Returns whether nothing is kept of it, though characters are kept: its name is taken. */
    boolean isGuest();

    /** Tells the fighter which keys are held and where the player aims. */
    void input(int number, int keys, int heading);

    /** Leaves the game. */
    void leave();
  }

  /** Lets a player in; empty if the game is full. */
  Optional<Player> join(String name, Screen screen);

  /**
   * Returns the news for all players, as JSON. They also say how late updates were since the last
   * news for all.
   */
  String newsForAll();

  /** Returns the same for a player who has just come. How late updates were is of the last news. */
  String newsForOne();

  /**
   * Does what a page's controls ask for, as JSON. Returns at once.
   *
   * @param isAllowed whether this page may change how the arena works; if not, it is counted only
   */
  void control(String json, boolean isAllowed);

  /** Counts a message that no page sends, or more of them than a player sends. */
  void refused(boolean isTooFast);
}
