package dev.jitterlab.load;

import dev.jitterlab.settings.Setting;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The options of a search for the greatest rate at which a server keeps the promise, for the
 * command lines of load generators. Not thread-safe while picocli fills them in.
 */
public final class RateSearchOptions {
  private static final Pattern RANGE =
      Pattern.compile("([0-9]{1,7}(?:\\.[0-9]{1,3})?)-([0-9]{1,7}(?:\\.[0-9]{1,3})?)");
  private static final double MOST = 1e6;

  @Setting
  @Option(
      names = "--search-rate",
      paramLabel = "LEAST-MOST",
      description =
          "Instead of a rate: look for the greatest one between these at which the server keeps the"
              + " slo, by levels of constant load, up and down. jitterlab_load_level shows the"
              + " level that is held.")
  private String range;

  @Mixin private LevelTimesOptions times = new LevelTimesOptions(10, 2, 4);

  @Setting(min = 0, max = 50)
  @Option(
      names = "--search-missed",
      paramLabel = "PERCENT",
      description = "Share of the requests that may miss the slo in a level that is carried.")
  private double missedPercent = 1;

  /** Returns whether a rate is looked for. */
  public boolean isAsked() {
    return range != null;
  }

  /**
   * Checks the range.
   *
   * @throws IllegalArgumentException if it is none
   */
  public void check() {
    if (isAsked()) {
      LevelSearch unused = levels();
    }
  }

  /** Returns a course of levels for one server, judged by what the load counts of it. */
  public LevelCourse course(TargetLoad load) {
    return new LevelCourse(
        levels(), times.times(), new PromisedRequests(load, missedPercent / 100));
  }

  private LevelSearch levels() {
    double[] ends = ends();
    return new LevelSearch(ends[0], ends[1]);
  }

  /** Returns the greatest rate that is tried; if one is looked for. */
  public double most() {
    return ends()[1];
  }

  private double[] ends() {
    Matcher matcher = RANGE.matcher(range);
    if (matcher.matches()) {
      double least = Double.parseDouble(matcher.group(1));
      double most = Double.parseDouble(matcher.group(2));
      if (least > 0 && most > least && most <= MOST) {
        return new double[] {least, most};
      }
    }
    throw new IllegalArgumentException(
        "--search-rate is LEAST-MOST in requests a second, such as 50-2000, not '" + range + "'");
  }
}
