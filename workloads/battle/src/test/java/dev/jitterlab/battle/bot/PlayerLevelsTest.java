package dev.jitterlab.battle.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.load.LevelCourse;
import dev.jitterlab.load.LevelJudge;
import dev.jitterlab.load.LevelSearch;
import dev.jitterlab.settings.Settings;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** A search for the number of players: who comes, who goes, and which level was carried. */
class PlayerLevelsTest {
  private static final long SECOND_NS = 1_000_000_000;
  private static final long PERIOD_NS = SECOND_NS / 20;

  private final ManualTimeline timeline = new ManualTimeline();
  private final BotMetrics metrics = new BotMetrics(new PrometheusRegistry()).of("a");
  private final boolean[] here = new boolean[400];
  private int comings;

  private static Optional<Function<BotMetrics, LevelCourse>> courses(
      int players, boolean inCluster, boolean comeByThemselves, String... arguments) {
    PlayerSearchOptions options = new PlayerSearchOptions();
    CommandLine.Model.CommandSpec spec = CommandLine.Model.CommandSpec.forAnnotatedObject(options);
    new CommandLine(spec).parseArgs(arguments);
    Settings.check(spec);
    return options.courses(players, inCluster, comeByThemselves);
  }

  private PlayerLevels levels(LevelCourse course) throws InterruptedException {
    PlayerLevels levels = new PlayerLevels(course, timeline);
    for (int i = 0; i < here.length; i++) {
      levels.add(guest(i));
    }
    levels.begin();
    timeline.runNext();
    return levels;
  }

  private PlayerLevels.Guest guest(int number) {
    return new PlayerLevels.Guest() {
      @Override
      public void come() throws IOException {
        here[number] = true;
        comings++;
        if (number == 7) {
          throw new IOException("no socket");
        }
      }

      @Override
      public void leave(long nowNs) {
        here[number] = false;
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

  /** From 100 to 400: 200 after 1 s, and, when they were too much, 141, which is held from 11 s. */
  @Test
  void playersComeAndGoUntilEachLevelIsReached() throws Exception {
    LevelJudge tooMuch =
        new LevelJudge() {
          @Override
          public void begin() {
            // nothing is counted
          }

          @Override
          public boolean isCarried() {
            return false;
          }
        };
    PlayerLevels levels =
        levels(new LevelCourse(new LevelSearch(100, 400), new LevelCourse.Times(1, 2, 4), tooMuch));
    assertEquals(PlayerLevels.MOST_AT_ONCE, present());
    timeline.pass(3 * PlayerLevels.LOOK_NS);
    assertEquals(200, present());
    assertEquals(0, levels.held());
    timeline.pass(3 * SECOND_NS);
    assertEquals(200, levels.held());
    timeline.pass(4 * SECOND_NS);
    assertEquals(0, levels.held());
    assertEquals(141, present());
    timeline.pass(2 * SECOND_NS);
    assertEquals(141, levels.held());
    assertEquals(200, comings);
  }

  /** 1 % of the periods of a level may be late; those of before do not count. */
  @Test
  void aLevelIsCarriedWhoseStatesComeInTime() {
    LevelCourse course =
        courses(400, false, false, "--search-from=100", "--search-settle=1", "--search-hold=1")
            .orElseThrow()
            .apply(metrics);
    long nowNs = 0;
    course.onTimer(nowNs);
    metrics.state(500, 0, PERIOD_NS); // all but one without a state, while the server settles
    nowNs += 21 * SECOND_NS;
    assertEquals(LevelCourse.Step.HOLDS, course.onTimer(nowNs));
    for (int i = 0; i < 99; i++) {
      metrics.state(1, PERIOD_NS + PERIOD_NS / 10, PERIOD_NS);
    }
    metrics.state(1, PERIOD_NS + PERIOD_NS / 10 + 1, PERIOD_NS); // the first that is late
    course.onTimer(nowNs += SECOND_NS);
    assertEquals(283, Math.round(course.level()));

    course.onTimer(nowNs += SECOND_NS);
    for (int i = 0; i < 98; i++) {
      metrics.state(1, PERIOD_NS, PERIOD_NS);
    }
    metrics.state(2, 2 * PERIOD_NS, PERIOD_NS); // two periods, the first without a state
    metrics.state(1, 2 * PERIOD_NS, PERIOD_NS);
    metrics.state(0, 0, PERIOD_NS); // an old one is none
    course.onTimer(nowNs += SECOND_NS);
    assertEquals(238, Math.round(course.level()));
    assertEquals(701, metrics.periods());
    assertEquals(502, metrics.latePeriods());
  }

  @Test
  void aLevelWithoutAnyStateIsNotCarried() {
    LevelCourse course =
        courses(400, false, false, "--search-from=100").orElseThrow().apply(metrics);
    course.onTimer(0);
    course.onTimer(24 * SECOND_NS);
    course.onTimer(30 * SECOND_NS);
    assertEquals(141, Math.round(course.level()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "100 | false | false | raise it",
        "400 | true | false | leave the cluster's options out",
        "400 | false | true | leave --arrivals out"
      })
  void saysWhatIsWrongWithTheOptions(
      int players, boolean inCluster, boolean comeByThemselves, String remedy) {
    Exception refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> courses(players, inCluster, comeByThemselves, "--search-from=100"));
    assertTrue(refusal.getMessage().contains(remedy), refusal.getMessage());
    assertEquals(Optional.empty(), courses(players, inCluster, comeByThemselves));
  }
}
