package dev.jitterlab.load;

import dev.jitterlab.settings.Setting;
import picocli.CommandLine.Option;

/**
 * How long a search by levels takes over each of them, for command lines. What warms up slowly, or
 * needs many events to be judged, has longer times, so the defaults are its owner's. Not
 * thread-safe while picocli fills them in.
 */
public final class LevelTimesOptions {
  @Setting(min = 0, max = 3600)
  @Option(
      names = "--search-after",
      paramLabel = "SECONDS",
      description = "How long the server warms up at the first level of the search.")
  private int after;

  @Setting(min = 1, max = 3600)
  @Option(
      names = "--search-settle",
      paramLabel = "SECONDS",
      description = "How long the server settles after each change of the level.")
  private int settle;

  @Setting(min = 1, max = 3600)
  @Option(
      names = "--search-hold",
      paramLabel = "SECONDS",
      description = "How long each level is held and judged.")
  private int hold;

  /** Takes the defaults, in seconds. */
  public LevelTimesOptions(int after, int settle, int hold) {
    this.after = after;
    this.settle = settle;
    this.hold = hold;
  }

  /** Returns what was asked for. */
  public LevelCourse.Times times() {
    return new LevelCourse.Times(after, settle, hold);
  }
}
