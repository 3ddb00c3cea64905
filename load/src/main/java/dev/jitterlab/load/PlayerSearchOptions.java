package dev.jitterlab.load;

import dev.jitterlab.settings.Setting;
import java.util.function.DoubleSupplier;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The options of a search for the number of players that a server carries, for the command lines of
 * bots. Not thread-safe while picocli fills them in.
 */
public final class PlayerSearchOptions {
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

  @Mixin private LevelTimesOptions times = new LevelTimesOptions(20, 4, 6);

  @Setting(min = 0, max = 50)
  @Option(
      names = "--search-late",
      defaultValue = "1",
      paramLabel = "PERCENT",
      description =
          "Share of the periods whose state may come late, or not at all, in a level that is"
              + " carried.")
  private double latePercent;

  /** Returns whether a number is looked for. */
  public boolean isAsked() {
    return least != null;
  }

  /**
   * Checks the range.
   *
   * @param players the most that may play on a server
   * @throws IllegalArgumentException if the options mean nothing together
   */
  public void check(int players) {
    if (isAsked() && players <= least) {
      throw new IllegalArgumentException(
          "--search-from=" + least + " must be below --players=" + players + "; raise --players");
    }
  }

  /**
   * Returns a course of levels for one server.
   *
   * @param players the most that may play on it
   * @param periods returns how many periods its bots have played so far
   * @param latePeriods returns in how many of those the state came late, or not at all
   */
  public LevelCourse course(int players, DoubleSupplier periods, DoubleSupplier latePeriods) {
    LevelJudge judge = new CountedShare(periods, latePeriods, latePercent / 100);
    return new LevelCourse(new LevelSearch(least, players), times.times(), judge);
  }
}
