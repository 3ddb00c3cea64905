package dev.jitterlab.cli;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.jdk.JdkFinder;
import dev.jitterlab.lab.terminal.Terminal;
import dev.jitterlab.lab.workload.Workloads;
import dev.jitterlab.play.Play;
import dev.jitterlab.play.PlayChoice;
import dev.jitterlab.play.PlayLines;
import dev.jitterlab.play.PlayResult;
import dev.jitterlab.play.PlayScreen;
import dev.jitterlab.play.PlayText;
import dev.jitterlab.play.PlayView;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code jitterlab play}: a whole cluster of battle servers, live. */
@Command(
    name = "play",
    subcommands = {PlayArenaCommand.class, PlayChatCommand.class},
    description = {
      "Start a cluster of battle servers with bots, and watch it live.",
      "It plays until Ctrl-C, or for --seconds. Ctrl-C prints the summary and exits with 130."
    })
public final class PlayCommand implements Callable<Integer> {
  private static final int MOST_BOTS = 5_000;
  private static final int MOST_SERVERS = 64;
  private static final int MOST_SECONDS = 86_400;
  private static final int MOST_BATTLE_SECONDS = 3_600;
  private static final int MOST_PORT = 65_535;

  @Option(
      names = "--bots",
      paramLabel = "N",
      defaultValue = "100",
      description = "Number of bots (default: 100).")
  private int bots;

  @Option(
      names = "--servers",
      paramLabel = "N",
      description =
          "Number of battle servers (default: as in workloads/battle/cluster.yaml, or one for each"
              + " version).")
  private Integer servers;

  @Option(
      names = "--versions",
      paramLabel = "LABEL=JDK-OR-FLAGS",
      split = ",(?=[a-z0-9][a-z0-9._-]*=)",
      description =
          "Versions of the battle server side by side, with equal shares of the servers, such as"
              + " old=17,new=25 or g1=-XX:+UseG1GC,zgc='25 -XX:+UseZGC'.")
  private List<String> versions = List.of();

  @Option(
      names = "--mode",
      paramLabel = "MIX",
      defaultValue = "deathmatch,last-standing,collect,escort,boss",
      description =
          "Game modes of new battles and their shares, such as escort:3,boss:1 (default: all"
              + " equally often).")
  private String modeMix;

  @Option(
      names = "--battle-seconds",
      paramLabel = "N",
      defaultValue = "60",
      description = "The longest time that a battle lasts (default: 60).")
  private int battleSeconds;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "How long to play (default: until Ctrl-C).")
  private Integer seconds;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "0",
      description = "Port of the page for watching (default: any free one).")
  private int port;

  @Option(
      names = "--me",
      description =
          "Play yourself: prints the address of a page on which you play against the bots, with"
              + " keys and mouse or by touch.")
  private boolean me;

  @Option(
      names = "--kill-server",
      paramLabel = "AFTER",
      description =
          "Kill a battle server after this many seconds, as soon as one has a battle, to see what"
              + " its players do.")
  private Integer killServerAfterSeconds;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Keep accounts, results and the cluster's key in this folder, and continue with what is"
              + " in it. It is new, empty, or an earlier play's (default: a temporary folder).")
  private Path data;

  @Option(
      names = "--database",
      paramLabel = "JDBC-URL",
      description =
          "Keep accounts and results in this PostgreSQL database, such as"
              + " jdbc:postgresql://localhost/battle?user=me (default: a file with the other"
              + " data).")
  private String database;

  @Option(
      names = "--chaos",
      paramLabel = "SECONDS",
      arity = "0..1",
      fallbackValue = "5",
      description =
          "Kill a random process every so often, in seconds (default: 5), and show that no result"
              + " is lost.")
  private Integer chaosSeconds;

  @Option(
      names = "--upgrade",
      paramLabel = "SECONDS",
      arity = "0..1",
      fallbackValue = "10",
      description =
          "Begin with the first of two --versions. After this many seconds (default: 10) replace"
              + " its servers by those of the second, one by one, and show that no result is"
              + " lost.")
  private Integer upgradeAfterSeconds;

  @Mixin private Output output;

  @Override
  public Integer call() throws InterruptedException {
    return play(choice(), output);
  }

  /** Plays, and prints how it stands and how it ended; returns the exit status. */
  static int play(PlayChoice choice, Output output) throws InterruptedException {
    Consumer<PlayResult> print =
        result ->
            output.print(out -> out.print(new PlayText(output.terminal()).summary(result)), result);
    PlayResult result;
    try (PlayView view = view(output.err())) {
      result =
          Play.prepare(clusterFile(), choice, JdkFinder.ofThisMachine(), view, Time.system())
              .run(print);
    }
    print.accept(result);
    return result.isSound() ? ExitCode.OK.status() : ExitCode.RUN_FAILED.status();
  }

  private PlayChoice choice() {
    NumberBounds.require("--bots", bots, 1, MOST_BOTS);
    NumberBounds.require("--battle-seconds", battleSeconds, 1, MOST_BATTLE_SECONDS);
    NumberBounds.require("--port", port, 0, MOST_PORT);
    requireTimeToUpgrade();
    return new PlayChoice(
        bots,
        NumberBounds.optional("--servers", servers, 1, MOST_SERVERS),
        versions,
        modeMix,
        battleSeconds,
        NumberBounds.optional("--seconds", seconds, 1, MOST_SECONDS),
        port,
        NumberBounds.optional("--kill-server", killServerAfterSeconds, 1, MOST_SECONDS),
        NumberBounds.optional("--chaos", chaosSeconds, 1, MOST_SECONDS),
        NumberBounds.optional("--upgrade", upgradeAfterSeconds, 1, MOST_SECONDS),
        0,
        Optional.ofNullable(data),
        database(database),
        me);
  }

  private void requireTimeToUpgrade() {
    if (upgradeAfterSeconds != null && seconds != null && upgradeAfterSeconds >= seconds) {
      throw LabException.wrong(
          "--upgrade",
          "the upgrade would begin after %d s, and the play ends after %d s"
              .formatted(upgradeAfterSeconds, seconds),
          "Give a longer --seconds, or fewer seconds to --upgrade.");
    }
  }

  /** The database that a user names, which must be PostgreSQL's. */
  static Optional<String> database(String url) {
    if (url != null && !url.startsWith("jdbc:postgresql:")) {
      throw LabException.wrong(
          "--database",
          "expected jdbc:postgresql://HOST/DATABASE?user=NAME, found `" + url + "`",
          "Correct the option, or leave it out for a file of the embedded database.");
    }
    return Optional.ofNullable(url);
  }

  /** Beside the workload's own descriptor. */
  private static Path clusterFile() {
    Path jar = Workloads.ofThisProcess().builtJar("battle");
    return jar.resolveSibling("../cluster.yaml").normalize();
  }

  /** On standard error, so that {@code --format json} stays clean on standard output. */
  private static PlayView view(Terminal err) {
    return err.interactive()
        ? new PlayScreen(System.err, err)
        : new PlayLines(System.err, Time.system());
  }
}
