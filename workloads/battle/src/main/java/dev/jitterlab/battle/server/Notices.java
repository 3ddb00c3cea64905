package dev.jitterlab.battle.server;

import dev.jitterlab.battle.session.Offence;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The warnings of one session, and its end by a kick, that its player has not confirmed. Each is
 * sent again, after 200 ms at first and then after twice the pause before, up to two seconds. There
 * is at most one of each offence. Event loop only.
 */
final class Notices {
  static final long FIRST_PAUSE_NS = 200_000_000;
  static final long LONGEST_PAUSE_NS = 2_000_000_000L;
  private static final int NUMBERS = 256;

  /** A WARNED or KICKED that is under way. */
  static final class Notice {
    final Offence why;

    /** Whether it is a KICKED. */
    final boolean end;

    /** What NOTED repeats, 0 to 255. */
    final int number;

    private long pauseNs = FIRST_PAUSE_NS;
    private long dueNs;

    private Notice(Offence why, boolean end, int number, long nowNs) {
      this.why = why;
      this.end = end;
      this.number = number;
      this.dueNs = nowNs + pauseNs;
    }
  }

  private final List<Notice> unconfirmed = new ArrayList<>(1);
  private int last;

  /** Adds a warning, in the place of one about the same. */
  Notice warn(Offence why, long nowNs) {
    unconfirmed.removeIf(before -> before.why == why);
    return add(why, false, nowNs);
  }

  /** Adds the end, in the place of all warnings. */
  Notice end(Offence why, long nowNs) {
    unconfirmed.clear();
    return add(why, true, nowNs);
  }

  private Notice add(Offence why, boolean end, long nowNs) {
    last = (last + 1) % NUMBERS;
    Notice notice = new Notice(why, end, last, nowNs);
    unconfirmed.add(notice);
    return notice;
  }

  /** The player has that one: it is not sent again. */
  void confirmed(int number) {
    unconfirmed.removeIf(notice -> notice.number == number);
  }

  /** Returns whether the player has all of them. */
  boolean areConfirmed() {
    return unconfirmed.isEmpty();
  }

  /** Hands out those that are to be sent again now. */
  void repeat(long nowNs, Consumer<Notice> sender) {
    for (Notice notice : unconfirmed) {
      if (nowNs - notice.dueNs >= 0) {
        notice.pauseNs = Math.min(2 * notice.pauseNs, LONGEST_PAUSE_NS);
        notice.dueNs = nowNs + notice.pauseNs;
        sender.accept(notice);
      }
    }
  }
}
