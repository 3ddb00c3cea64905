package dev.jitterlab.battle.bot;

import dev.jitterlab.load.CountedShare;
import dev.jitterlab.load.LevelCourse;
import dev.jitterlab.load.LevelJudge;
import dev.jitterlab.load.LevelSearch;
import dev.jitterlab.settings.Setting;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** The options of a search for the number of players that a server carries. */
final class PlayerSearchOptions {
  @Setting(min = 1, max = 5000)
  @Option(
      names = "--search-from",
      paramLabel = "PLAYERS",
      showDefaultValue = Visibility.NEVER,
      description =
          "Look for the number of players that each server carries, between this and --players, by"
              + " levels at which the number stays the same. jitterlab_load_level shows the level"
              + " that is held.")
  private Integer least;

  @Setting(min = 0, max = 3600)
  @Option(
      names = "--search-after",
      defaultValue = "20",
      paramLabel = "SECONDS",
      description = "How long the server warms up at the first level.")
  private int after;

  @Setting(min = 1, max = 3600)
  @Option(
      names = "--search-settle",
      defaultValue = "4",
      paramLabel = "SECONDS",
      description = "How long players come or go, and the server settles, before each level.")
  private int settle;

  @Setting(min = 1, max = 3600)
  @Option(
      names = "--search-hold",
      defaultValue = "6",
      paramLabel = "SECONDS",
      description = "How long each level is held and judged.")
  private int hold;

  @Setting(min = 0, max = 50)
  @Option(
      names = "--search-late",
      defaultValue = "1",
      paramLabel = "PERCENT",
      description =
          "Share of the periods whose state may come late, or not at all, in a level that is"
              + " carried.")
  private double latePercent;

  /**
   * Returns what makes the levels of a server; empty if nobody looks for them.
   *
   * @param players the most that may play on it
   * @param inCluster whether a cluster says where bots play
   * @param comeByThemselves whether {@code --arrivals} says when bots come
   * @throws IllegalArgumentException if the options mean nothing together
   */
  Optional<Function<BotMetrics, LevelCourse>> courses(
      int players, boolean inCluster, boolean comeByThemselves) {
    if (least == null) {
      return Optional.empty();
    }
    if (players <= least) {
      throw new IllegalArgumentException(
          "--search-from=" + least + " looks up to --players, which is " + players + ": raise it");
    }
    if (inCluster || comeByThemselves) {
      throw new IllegalArgumentException(
          "--search-from says itself when players come, to each --target: leave "
              + (inCluster ? "the cluster's options" : "--arrivals")
              + " out");
    }
    LevelCourse.Times times = new LevelCourse.Times(after, settle, hold);
    return Optional.of(
        metrics -> {
          LevelJudge judge =
              new CountedShare(metrics::periods, metrics::latePeriods, latePercent / 100);
          return new LevelCourse(new LevelSearch(least, players), times, judge);
        });
  }
}
