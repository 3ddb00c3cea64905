package dev.jitterlab.cli;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.play.PlayChoice;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code jitterlab soak}: does the cluster of battle servers lose a result? */
@Command(
    name = "soak",
    description = {
      "Check that the cluster loses no result, while bots come and go and processes are killed."
          + " Half an hour.",
      "At the end it compares accounts, results and skill with what the bots saw.",
      "It exits with 0 if no result was lost and none was counted twice, else with 3."
    })
public final class SoakCommand implements Callable<Integer> {
  private static final Pattern DURATION = Pattern.compile("([1-9]\\d{0,5})(s|m|h)");
  private static final int MOST_SECONDS = 7 * 86_400;
  private static final int LEAST_SECONDS = 30;
  private static final double LEAVES_PER_MINUTE = 1;
  private static final String ALL_MODES = "deathmatch,last-standing,collect,escort,boss";

  @Option(
      names = "--for",
      paramLabel = "DURATION",
      defaultValue = "30m",
      description = "How long to play, such as 2m (default: 30m).")
  private String duration;

  @Option(
      names = "--kill-every",
      paramLabel = "SECONDS",
      defaultValue = "20",
      description = "Kill a random process every so often, in seconds (default: 20).")
  private int killEverySeconds;

  @Option(
      names = "--bots",
      paramLabel = "N",
      defaultValue = "60",
      description = "Number of bots (default: 60).")
  private int bots;

  @Option(
      names = "--battle-seconds",
      paramLabel = "N",
      defaultValue = "10",
      description = "The longest time that a battle lasts (default: 10).")
  private int battleSeconds;

  @Option(
      names = "--database",
      paramLabel = "JDBC-URL",
      description =
          "Keep accounts and results in this PostgreSQL database, which should be empty (default:"
              + " a temporary file).")
  private String database;

  @Mixin private Output output;

  @Override
  public Integer call() throws InterruptedException {
    NumberBounds.require("--kill-every", killEverySeconds, 1, MOST_SECONDS);
    NumberBounds.require("--bots", bots, 2, 5_000);
    NumberBounds.require("--battle-seconds", battleSeconds, 1, 3_600);
    return PlayCommand.play(
        new PlayChoice(
            bots,
            OptionalInt.empty(),
            List.of(),
            ALL_MODES,
            battleSeconds,
            OptionalInt.of(seconds(duration)),
            0,
            OptionalInt.empty(),
            OptionalInt.of(killEverySeconds),
            OptionalInt.empty(),
            LEAVES_PER_MINUTE,
            Optional.empty(),
            PlayCommand.database(database),
            false),
        output);
  }

  /** Returns a duration in whole seconds. */
  static int seconds(String duration) {
    Matcher matcher = DURATION.matcher(duration);
    if (matcher.matches()) {
      int number = Integer.parseInt(matcher.group(1));
      long seconds =
          switch (matcher.group(2)) {
            case "h" -> number * 3_600L;
            case "m" -> number * 60L;
            default -> number;
          };
      if (seconds >= LEAST_SECONDS && seconds <= MOST_SECONDS) {
        return (int) seconds;
      }
    }
    throw LabException.wrong(
        "--for",
        "expected 30s to 168h, such as 2m, found `" + duration + "`",
        "Correct the option.");
  }
}
