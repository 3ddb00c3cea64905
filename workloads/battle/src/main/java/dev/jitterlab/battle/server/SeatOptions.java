package dev.jitterlab.battle.server;

import dev.jitterlab.settings.Setting;
import picocli.CommandLine.Option;

/** The server's options of the players that it plays itself. */
final class SeatOptions {
  private static final String ROAM = "roam";
  private static final String PLAY = "play";

  @Setting(choices = {ROAM, PLAY})
  @Option(
      names = "--server-players",
      defaultValue = ROAM,
      description =
          "How the players of --server-battles play: roam, which costs every mode the same, or"
              + " play, which follows the rules and the mode's goal.")
  private String serverPlayers;

  @Setting(min = 0, max = 10)
  @Option(
      names = "--fill-seats",
      defaultValue = "0",
      description =
          "Seats of a battle of people that are taken, by players of the server where people are"
              + " missing; 0 for people only.")
  private int fillSeats;

  @Setting(min = 1, max = 100_000)
  @Option(
      names = "--server-player-budget",
      defaultValue = "200",
      paramLabel = "LINES",
      description =
          "Lines of sight that the server's players of a battle may test in a tick, before the"
              + " others wait for the next one.")
  private int budget;

  /** Returns who plays the seats that nobody has. */
  SeatFilling filling() {
    return new SeatFilling(serverPlayers.equals(PLAY), fillSeats, budget);
  }
}
