package dev.jitterlab.cli;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.jdk.JdkFinder;
import dev.jitterlab.lab.workload.Workloads;
import dev.jitterlab.play.ServerPlay;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code jitterlab play arena}: the lockless arena, to play in. */
@Command(
    name = "arena",
    description = {
      "Start the lockless arena with bots, and a page to play on.",
      "The page can change the execution model while you play, so that one feels a lock."
    })
public final class PlayArenaCommand implements Callable<Integer> {
  private static final int MOST_BOTS = 5_000;
  private static final int MOST_SECONDS = 86_400;

  @Spec private CommandSpec spec;

  @Option(
      names = "--bots",
      paramLabel = "N",
      defaultValue = "20",
      description = "Bots that fight everyone they meet (default: 20).")
  private int bots;

  @Option(
      names = "--twin",
      paramLabel = "NAME",
      defaultValue = "lockless",
      description =
          "Execution model to begin with: lockless, single, global-lock, rw-locks, paper (default:"
              + " lockless).")
  private String twin;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Workers of the execution model (default: as many as processors).")
  private Integer threads;

  @Option(
      names = "--terrain",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Work of each update: elements of the terrain (default: 1000).")
  private int terrain;

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = {
        "Address of the page (default: this machine only). With 0.0.0.0 everybody in your network"
            + " can play;",
        "then pages cannot change the execution model."
      })
  private String bind;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "0",
      description = "Port of the page (default: any free one).")
  private int port;

  @Option(
      names = "--record",
      paramLabel = "FILE",
      description = "Record every message of players into a trace.")
  private Path record;

  @Option(
      names = "--saved",
      paramLabel = "FILE",
      description = "Keep what characters have, by their players' names.")
  private Path saved;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "How long to play (default: until Ctrl-C).")
  private Integer seconds;

  @Override
  public Integer call() throws InterruptedException {
    requireWithin("--bots", bots, 0, MOST_BOTS);
    requireWithin("--port", port, 0, 65_535);
    if (seconds != null) {
      requireWithin("--seconds", seconds, 1, MOST_SECONDS);
    }
    ServerPlay play =
        new ServerPlay(
            "arena",
            "dev.jitterlab.arena.server.ArenaServer",
            Workloads.ofThisProcess().builtJar("arena"),
            JdkFinder.ofThisMachine().running().java(),
            arguments(),
            Time.system());
    PrintWriter err = spec.commandLine().getErr();
    play.run(
        seconds == null ? OptionalInt.empty() : OptionalInt.of(seconds),
        page -> {
          err.println("play at " + page + " with " + bots + " bots; Ctrl-C ends it");
          err.flush();
        });
    return ExitCode.OK.status();
  }

  private List<String> arguments() {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--twin=" + twin,
                "--inside=scripted",
                "--inside-players=" + bots,
                "--terrain=" + terrain,
                "--rate=20",
                "--attack-rate=20",
                "--web-host=" + bind,
                "--web-port=" + port));
    if (threads != null) {
      arguments.add("--threads=" + threads);
    }
    if (record != null) {
      arguments.add("--record=" + record.toAbsolutePath());
    }
    if (saved != null) {
      arguments.add("--saved=" + saved.toAbsolutePath());
    }
    return arguments;
  }

  private static void requireWithin(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw LabException.wrong(
          option,
          "expected a whole number from %d to %d, found %d".formatted(least, most, value),
          "Correct the option.");
    }
  }
}
