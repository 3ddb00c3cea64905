package dev.jitterlab.battle.server;

import dev.jitterlab.battle.rules.Battle;

/** Who plays the seats of a server's battles that no person has. Immutable and thread-safe. */
final class SeatFilling {
  /** Battles of people have no other players, and the server's own battles are roamed. */
  static final SeatFilling NONE = new SeatFilling(false, 0, 1);

  private final boolean playsByRules;
  private final int seats;
  private final int budget;

  /**
   * Describes it.
   *
   * @param playsByRules whether the server's own battles are played by the rules
   * @param seats how many a battle of people has at least
   * @param budget lines of sight that the players of a battle may test in a tick
   */
  SeatFilling(boolean playsByRules, int seats, int budget) {
    if (seats < 0 || seats == 1 || seats > 10) {
      throw new IllegalArgumentException("--fill-seats is 0, or 2 to 10, not " + seats);
    }
    this.playsByRules = playsByRules;
    this.seats = seats;
    this.budget = budget;
  }

  /** Returns whether a person can play without another person. */
  boolean isAny() {
    return seats > 0;
  }

  /** Returns how many seats a battle of so many people has. */
  int seatsFor(int people) {
    return Math.max(people, seats);
  }

  /** Returns who plays the seats after those of so many people. */
  ServerPlayers beside(int people, Battle battle, long seed) {
    return people == battle.fighters().count()
        ? ServerPlayers.NONE
        : new TacticalPlayers(battle, people, budget, seed);
  }

  /** Returns who plays all seats of one of the server's own battles. */
  ServerPlayers all(Battle battle, long seed) {
    return playsByRules
        ? new TacticalPlayers(battle, 0, budget, seed)
        : new RoamingPlayers(battle.fighters().count(), seed);
  }
}
