package dev.jitterlab.battle.rules;

/**
 * Players without sense, but with an aim: each runs to a random goal for a while, aims at an enemy
 * or anywhere, shoots, and now and then leaves or comes back.
 */
public final class RandomPlayers {
  private static final int LEAVES_ONE_IN = 600;
  private static final int RETURNS_ONE_IN = 60;

  private final DeterministicRandom random;
  private final int players;
  private final BattleInputs inputs = new BattleInputs();
  private final int[] goalX = new int[BattleRules.MAX_PLAYERS];
  private final int[] goalY = new int[BattleRules.MAX_PLAYERS];
  private int left;
  private int returned;

  /** Makes the players of a battle. */
  public RandomPlayers(long seed, int players) {
    this.random = new DeterministicRandom(seed);
    this.players = players;
  }

  /** Decides for all players, by what the battle is like; those who leave or return do so in it. */
  public void act(Battle battle) {
    inputs.nextTick();
    left = 0;
    returned = 0;
    for (int i = 0; i < players; i++) {
      comeOrGo(battle, i);
      if (random.nextInt(30) == 0) {
        chooseGoal(battle, i);
      }
      if (random.nextInt(4) != 0) {
        add(battle, i);
      }
    }
  }

  private void comeOrGo(Battle battle, int player) {
    if (!battle.fighters().isPresent(player)) {
      returned |= random.nextInt(RETURNS_ONE_IN) == 0 ? 1 << player : 0;
    } else if (random.nextInt(LEAVES_ONE_IN) == 0) {
      left |= 1 << player;
    }
    comeOrGoAsDecided(battle, player);
  }

  /** Lets the same players leave and return in another battle. */
  void repeat(Battle battle) {
    for (int i = 0; i < players; i++) {
      comeOrGoAsDecided(battle, i);
    }
  }

  private void comeOrGoAsDecided(Battle battle, int player) {
    if ((left >> player & 1) != 0) {
      battle.leave(player);
    }
    if ((returned >> player & 1) != 0) {
      battle.rejoin(player);
    }
  }

  private void chooseGoal(Battle battle, int player) {
    Props props = battle.props();
    goalX[player] = random.nextInt(Arena.SIZE);
    goalY[player] = random.nextInt(Arena.SIZE);
    // The odd ones want less, so that the even ones win now and then.
    if (props.count() > 0 && random.nextInt(6) >= 5 * (player % 2)) {
      int prop = random.nextInt(props.count());
      goalX[player] = props.x(prop);
      goalY[player] = props.y(prop);
    }
  }

  private void add(Battle battle, int player) {
    Fighters fighters = battle.fighters();
    int dx = goalX[player] - fighters.x(player);
    int dy = goalY[player] - fighters.y(player);
    int longest = Math.max(1, Math.max(Math.abs(dx), Math.abs(dy)));
    inputs.add(
        player,
        127 * dx / longest,
        127 * dy / longest,
        aim(battle, player),
        random.nextInt(4),
        random.nextInt(BattleInputs.FRACTIONS));
  }

  private int aim(Battle battle, int player) {
    Fighters fighters = battle.fighters();
    Npcs npcs = battle.npcs();
    if (random.nextInt(4) == 0) {
      return random.nextInt(Angles.TURN);
    }
    if (npcs.count() > 0 && random.nextInt(2) == 0) {
      int npc = random.nextInt(npcs.count());
      return Angles.of(npcs.x(npc) - fighters.x(player), npcs.y(npc) - fighters.y(player));
    }
    int other = random.nextInt(players);
    return Angles.of(
        fighters.x(other) - fighters.x(player), fighters.y(other) - fighters.y(player));
  }

  /** Returns what they have decided. */
  public BattleInputs inputs() {
    return inputs;
  }
}
