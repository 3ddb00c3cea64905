package dev.jitterlab.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.settings.Settings;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** A search for the number of players: who comes, who goes, and which level was carried. */
class PlayerLevelsTest {
  private static final long SECOND_NS = 1_000_000_000;

  private final boolean[] here = new boolean[400];
  private int comings;
  private int sockets = 400;
  private int letIn = 400;
  private double periods;
  private double latePeriods;

  private static PlayerSearchOptions options(String... arguments) {
    PlayerSearchOptions options = new PlayerSearchOptions();
    CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.forAnnotatedObject(options);
    new CommandLine(spec).parseArgs(arguments);
    Settings.check(spec);
    return options;
  }

  private PlayerLevels levels(LevelCourse course) {
    PlayerLevels levels = new PlayerLevels(course);
    for (int i = 0; i < here.length; i++) {
      levels.add(guest(i));
    }
    levels.look(0);
    return levels;
  }

  /** Looks as often as it should, from behind one time to the other. */
  private static void pass(PlayerLevels levels, long fromNs, long toNs) {
    for (long at = fromNs + PlayerLevels.LOOK_NS; at <= toNs; at += PlayerLevels.LOOK_NS) {
      levels.look(at);
    }
  }

  private LevelCourse course(PlayerSearchOptions options) {
    return options.course(400, () -> periods, () -> latePeriods);
  }

  private PlayerLevels.Guest guest(int number) {
    return new PlayerLevels.Guest() {
      @Override
      public void come() throws IOException {
        here[number] = true;
        comings++;
        if (number == 7 || number >= sockets) {
          throw new IOException("no socket");
        }
      }

      @Override
      public void leave(long nowNs) {
        here[number] = false;
      }

      @Override
      public boolean isPlaying(long nowNs) {
        return here[number] && number != 7 && number < sockets && number < letIn;
      }
    };
  }

  private int present() {
    int present = 0;
    for (boolean one : here) {
      present += one ? 1 : 0;
    }
    return present;
  }

  private static LevelJudge tooMuch() {
    return new LevelJudge() {
      @Override
      public void begin() {
        // nothing is counted
      }

      @Override
      public boolean isCarried() {
        return false;
      }
    };
  }

  /** From 100 to 400: 200 after 1 s, and, when they were too much twice, 141, held from 15 s. */
  @Test
  void playersComeAndGoUntilEachLevelIsReached() {
    PlayerLevels levels =
        levels(
            new LevelCourse(new LevelSearch(100, 400), new LevelCourse.Times(1, 2, 4), tooMuch()));
    assertEquals(PlayerLevels.MOST_AT_ONCE, present());
    pass(levels, 0, 3 * PlayerLevels.LOOK_NS);
    assertEquals(200, present());
    assertEquals(0, levels.held());
    pass(levels, 3 * PlayerLevels.LOOK_NS, 3 * SECOND_NS);
    assertEquals(200, levels.held());
    pass(levels, 3 * SECOND_NS, 14 * SECOND_NS);
    assertEquals(0, levels.held());
    assertEquals(141, present());
    pass(levels, 14 * SECOND_NS, 16 * SECOND_NS);
    assertEquals(141, levels.held());
    assertEquals(200, comings);
  }

  /** Else a level would be carried that nobody has played: a limit of open files is not reached. */
  @Test
  void aLevelWhosePlayersHaveNoSocketIsNotHeld() {
    sockets = 150;
    PlayerLevels levels =
        levels(course(options("--search-from=100", "--search-settle=1", "--search-hold=1")));
    pass(levels, 0, 19 * SECOND_NS);
    assertEquals(0, levels.held(), "warms up");
    pass(levels, 19 * SECOND_NS, 21 * SECOND_NS + SECOND_NS / 2);
    assertEquals(200, present(), "all have tried");
    assertEquals(0, levels.held());
    sockets = 400;
    levels = levels(course(options("--search-from=100", "--search-settle=1", "--search-hold=1")));
    pass(levels, 0, 21 * SECOND_NS + SECOND_NS / 2);
    assertEquals(200, levels.held());
  }

  /** Else a server that refuses players, and so keeps its ticks on time, would carry them. */
  @Test
  void playersThatAreNotLetInAreNoPartOfTheLevel() {
    letIn = 150;
    PlayerLevels levels =
        levels(course(options("--search-from=100", "--search-settle=1", "--search-hold=1")));
    pass(levels, 0, 21 * SECOND_NS + SECOND_NS / 2);
    assertEquals(200, present(), "all have tried");
    assertEquals(149, levels.held(), "one of the 150 has no socket");
    letIn = 400;
    levels.look(21 * SECOND_NS + SECOND_NS / 2 + PlayerLevels.LOOK_NS);
    assertEquals(200, levels.held());
  }

  @Test
  void noLevelIsHeldBeforeItsPlayersAreThere() {
    PlayerLevels levels =
        levels(
            new LevelCourse(new LevelSearch(100, 400), new LevelCourse.Times(0, 0, 4), tooMuch()));
    pass(levels, 0, 3 * PlayerLevels.LOOK_NS);
    assertEquals(200, present(), "the last ones have just come");
    assertEquals(0, levels.held());
    pass(levels, 3 * PlayerLevels.LOOK_NS, 4 * PlayerLevels.LOOK_NS);
    assertEquals(200, levels.held());
  }

  /** 1 % of the periods of a level may be late; those of before do not count. */
  @Test
  void aLevelIsCarriedWhoseStatesComeInTime() {
    LevelCourse course =
        course(options("--search-from=100", "--search-settle=1", "--search-hold=1"));
    course.onTimer(0);
    periods = 500; // all of them late, while the server settles
    latePeriods = 500;
    assertEquals(LevelCourse.Step.HOLDS, course.onTimer(21 * SECOND_NS));
    periods += 100;
    latePeriods += 1;
    course.onTimer(22 * SECOND_NS);
    assertEquals(283, Math.round(course.level()));

    course.onTimer(23 * SECOND_NS);
    periods += 101;
    latePeriods += 2;
    course.onTimer(24 * SECOND_NS);
    assertEquals(238, Math.round(course.level()));
  }

  @Test
  void aLevelWithoutAnyStateIsNotCarried() {
    LevelCourse course = course(options("--search-from=100"));
    course.onTimer(0);
    for (int second = 24; second <= 48; second += 6) { // settles and holds, twice
      course.onTimer(second * SECOND_NS);
    }
    assertEquals(141, Math.round(course.level()));
  }

  @Test
  void saysThatTheRangeIsNone() {
    Exception refusal =
        assertThrows(IllegalArgumentException.class, () -> options("--search-from=100").check(100));
    assertTrue(refusal.getMessage().contains("raise --players"), refusal.getMessage());
    options("--search-from=100").check(101);
    options().check(1);
    assertFalse(options().isAsked());
  }
}
