package dev.jitterlab.cli;

import dev.jitterlab.play.ServerPlay;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code jitterlab play arena}: the lockless arena, to play in. */
@Command(
    name = "arena",
    description = {
      "Start the lockless arena with bots, and a page to play on.",
      "The page can change the execution model while you play, so that you feel what a lock costs."
    })
public final class PlayArenaCommand implements Callable<Integer> {
  private static final int MOST_BOTS = 5_000;

  /** Places beside the bots: as many as the page takes connections. */
  private static final int PEOPLE = 1_000;

  /** Of a picture: a fighter has 8, each of its two bolts 6, and a quarter is spare. */
  private static final long PICTURE_BYTES_PER_FIGHTER = 26;

  /** A person has two pictures, as one may be on its way; a bot has one. */
  private static final int PICTURES_OF_A_PERSON = 2;

  /** All else: classes, the fighters themselves, and garbage. */
  private static final long OTHER_MIB = 150;

  @Mixin private PagePlayOptions page;

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
      description = "Workers of the execution model (default: one per processor).")
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
      description =
          "Address of the page (default: this machine only). With 0.0.0.0 everybody in your"
              + " network can play; only pages on this machine can change the execution model"
              + " and the work.")
  private String bind;

  @Option(
      names = "--record",
      paramLabel = "FILE",
      description = "Record every message of players into a trace.")
  private Path record;

  @Option(
      names = "--saved",
      paramLabel = "FILE",
      description = "File that keeps what characters own, by their players' names.")
  private Path saved;

  @Override
  public Integer call() throws InterruptedException {
    return page.run(
        "arena",
        "dev.jitterlab.arena.server.ArenaServer",
        "play",
        bots,
        MOST_BOTS,
        heapMib(),
        arguments());
  }

  /** Everybody has a picture of everybody, so the heap grows with the square of the players. */
  int heapMib() {
    long counted = Math.clamp(bots, 0, MOST_BOTS); // the page refuses any other number
    long fighters = counted + PEOPLE;
    long pictures = counted + PICTURES_OF_A_PERSON * (long) PEOPLE;
    long pictureMib = (pictures * fighters * PICTURE_BYTES_PER_FIGHTER) >> 20;
    return Math.toIntExact(Math.max(ServerPlay.SMALL_HEAP_MIB, OTHER_MIB + pictureMib));
  }

  List<String> arguments() {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--twin=" + twin,
                "--inside=scripted",
                "--inside-players=" + bots,
                "--max-players=" + (bots + PEOPLE),
                "--terrain=" + terrain,
                "--rate=20",
                "--attack-rate=20",
                "--web-host=" + bind));
    WorkloadProgram.add(arguments, "--threads", threads);
    if (record != null) {
      arguments.add("--record=" + record.toAbsolutePath());
    }
    if (saved != null) {
      arguments.add("--saved=" + saved.toAbsolutePath());
    }
    return arguments;
  }
}
