package dev.jitterlab.battle.server;

import dev.jitterlab.battle.rules.ModeMix;
import dev.jitterlab.load.LevelSearch;
import dev.jitterlab.load.LevelTimesOptions;
import dev.jitterlab.settings.Setting;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The server's options of a search for the number of battles that it carries. */
final class SearchOptions {
  private static final Pattern RANGE = Pattern.compile("([1-9]\\d{0,4})-([1-9]\\d{0,4})");

  @Setting
  @Option(
      names = "--search-battles",
      paramLabel = "LEAST-MOST",
      description =
          "Look for the number of the server's own battles that it carries, between these, by"
              + " levels of constant load. jitterlab_battles_level shows the level that is held.")
  private String battles;

  @Mixin private LevelTimesOptions times = new LevelTimesOptions(14, 4, 8);

  @Setting(min = 0, max = 100)
  @Option(
      names = "--search-overdue",
      defaultValue = "1",
      paramLabel = "PERCENT",
      description = "Share of the periods that may be overdue in a level that is carried.")
  private double overduePercent;

  @Setting
  @Option(
      names = "--search-modes",
      split = ",",
      paramLabel = "MODE",
      description =
          "Change the mode at the beginning of each hold, in this order; the search ends with the"
              + " last one. Default: no change, and no end.")
  private List<String> modes = List.of();

  boolean isAsked() {
    return battles != null;
  }

  /**
   * Makes the levels.
   *
   * @throws IllegalArgumentException if an option means nothing
   */
  BattleLevels levels(LevelTicks ticks, IntConsumer host, Consumer<ModeMix> mode) {
    return new BattleLevels(
        search(), times.times(), overduePercent / 100, mixes(), ticks, host, mode);
  }

  /** Throws what {@link #levels} would, before anything is started. */
  void check() {
    if (isAsked()) {
      LevelSearch unused = search();
      List<ModeMix> unusedMixes = mixes();
    } else if (!modes.isEmpty()) {
      throw new IllegalArgumentException("--search-modes needs --search-battles, such as 100-4000");
    }
  }

  private LevelSearch search() {
    Matcher range = RANGE.matcher(battles);
    if (range.matches()) {
      int most = Integer.parseInt(range.group(2));
      ServerBattles unused = ServerBattles.of(most);
      int least = Integer.parseInt(range.group(1));
      if (most > least) {
        return new LevelSearch(least, most);
      }
    }
    throw new IllegalArgumentException(
        "--search-battles is LEAST-MOST, such as 100-4000, not '" + battles + "'");
  }

  private List<ModeMix> mixes() {
    return modes.stream().map(ModeMix::parse).collect(Collectors.toUnmodifiableList());
  }
}
