package dev.jitterlab.battle.bot;

import dev.jitterlab.battle.bot.link.Impairments;
import dev.jitterlab.battle.bot.link.NetworkProfile;
import dev.jitterlab.program.DurationOption;
import dev.jitterlab.settings.Setting;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** The options that say how bad the network between the bots and their servers is. */
final class NetworkOptions {
  private static final Pattern SHARE = Pattern.compile("(\\d+(?:\\.\\d+)?)%");

  @Setting(choices = {"none", "lan", "wifi", "mobile", "bad"})
  @Option(
      names = "--network",
      defaultValue = "none",
      description =
          "A network by name: none, lan, wifi, mobile or bad; the options below change it.")
  private String network;

  @Setting
  @Option(
      names = "--latency",
      paramLabel = "DURATION",
      showDefaultValue = Visibility.NEVER,
      description = "Delay added in each direction, such as 40ms.")
  private String latency;

  @Setting
  @Option(
      names = "--jitter",
      paramLabel = "DURATION",
      showDefaultValue = Visibility.NEVER,
      description =
          "Standard deviation of that delay, at most a third of it, such as 10ms: normally"
              + " distributed, cut off at three of them; packets stay in order.")
  private String jitter;

  @Setting
  @Option(
      names = "--loss",
      paramLabel = "PERCENT",
      showDefaultValue = Visibility.NEVER,
      description = "Share of the packets lost in each direction, such as 1%%.")
  private String loss;

  @Setting(min = 0, max = 1000)
  @Option(
      names = "--burst",
      paramLabel = "PACKETS",
      showDefaultValue = Visibility.NEVER,
      description =
          "Mean number of packets lost one after another (Gilbert's model), 0 for losses that are"
              + " independent.")
  private Double burst;

  @Setting
  @Option(
      names = "--reorder",
      paramLabel = "PERCENT",
      showDefaultValue = Visibility.NEVER,
      description = "Share of the packets that others overtake, such as 0.5%%.")
  private String reorder;

  @Setting
  @Option(
      names = "--duplicate",
      paramLabel = "PERCENT",
      showDefaultValue = Visibility.NEVER,
      description = "Share of the packets that arrive twice, such as 0.5%%.")
  private String duplicate;

  /**
   * Returns what the network does to packets.
   *
   * @throws IllegalArgumentException if an option means nothing
   */
  Impairments impairments() {
    Impairments named = NetworkProfile.labelled(network).impairments();
    double lost = share("--loss", loss, named.loss());
    return new Impairments(
        durationNs("--latency", latency, named.latencyNs()),
        durationNs("--jitter", jitter, named.jitterNs()),
        lost,
        burst != null ? burst : lost > 0 ? named.burst() : 0,
        share("--reorder", reorder, named.reorder()),
        share("--duplicate", duplicate, named.duplicate()));
  }

  private static long durationNs(String option, String text, long otherwiseNs) {
    return text == null ? otherwiseNs : DurationOption.nanos(option, text);
  }

  private static double share(String option, String text, double otherwise) {
    if (text == null) {
      return otherwise;
    }
    Matcher matcher = SHARE.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          option + " is a percentage, such as 0.5%, not '" + text + "'");
    }
    return new BigDecimal(matcher.group(1)).scaleByPowerOfTen(-2).doubleValue();
  }
}
