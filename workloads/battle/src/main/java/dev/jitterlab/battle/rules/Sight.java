package dev.jitterlab.battle.rules;

import java.util.Arrays;

/**
 * The fog of war: what each player sees of a battle. A team sees what any of its fighters sees who
 * is alive: within {@link #RANGE} and not behind an obstacle. Who has no team sees for himself, and
 * when dead from where he fell; the dead of a team see what the living do.
 *
 * <p>Public in every mode are the map, the aim of the mode ({@link Objective}), who has left, the
 * own team with its NPCs and all that it shoots. Public by mode: the cart, the boss, and crystals
 * that nobody carries; one that is carried is seen with its carrier.
 *
 * <p>Looks once per tick, each pair once. Allocates nothing; belongs to the thread that steps the
 * battle.
 */
public final class Sight {
  /** How far a fighter sees, in units: as far as the rifle reaches, so who can hit can be seen. */
  public static final int RANGE = 24_000;

  private static final long RANGE_SQUARED = Fixed.squared(Fixed.ofUnits(RANGE), 0);

  private final BattleState state;
  private final boolean fog;
  private final int all;
  private final int[] teamOf = new int[BattleRules.MAX_PLAYERS];

  // By team: bit i for the thing with number i.
  private final int[] eyes = new int[BattleRules.MAX_PLAYERS];
  private final int[] fighters = new int[BattleRules.MAX_PLAYERS];
  private final int[] npcs = new int[BattleRules.MAX_PLAYERS];
  private final int[] props = new int[BattleRules.MAX_PLAYERS];
  private final int[] packs = new int[BattleRules.MAX_PLAYERS];

  /** By projectile: bit t for the team t that sees it. */
  private final int[] projectiles = new int[Projectiles.CAPACITY];

  private final boolean hasTeams;
  private int teams;

  /**
   * Watches a battle.
   *
   * @param fog false lets everybody see everything
   */
  public Sight(Battle battle, boolean fog) {
    this.state = battle.state();
    this.fog = fog;
    this.all = (1 << state.fighters.count()) - 1;
    for (int i = 0; i < state.fighters.count(); i++) {
      teamOf[i] = state.fighters.team[i];
      teams = Math.max(teams, teamOf[i] + 1);
    }
    int last = BattleRules.MAX_PLAYERS - 1;
    this.hasTeams = state.mode.teamOf(last) != last;
  }

  /** Looks at the battle as it is now; to be called after each step. */
  public void look() {
    if (!fog) {
      seeAll();
      return;
    }
    Arrays.fill(eyes, 0, teams, 0);
    Arrays.fill(fighters, 0, teams, 0);
    Arrays.fill(props, 0, teams, 0);
    for (int i = 0; i < state.fighters.count(); i++) {
      eyes[teamOf[i]] |= looks(i) ? 1 << i : 0;
      fighters[teamOf[i]] |= 1 << i;
    }
    lookAtFighters();
    for (int team = 0; team < teams; team++) {
      lookAtNpcs(team);
      lookAtProps(team);
      lookAtPacks(team);
    }
    lookAtProjectiles();
  }

  private void seeAll() {
    Arrays.fill(fighters, 0, teams, all);
    Arrays.fill(npcs, 0, teams, (1 << state.npcs.count()) - 1);
    Arrays.fill(props, 0, teams, (1 << state.props.count()) - 1);
    Arrays.fill(packs, 0, teams, (1 << Arena.PACKS) - 1);
    Arrays.fill(projectiles, 0, state.projectiles.count(), (1 << teams) - 1);
  }

  /** Sight is mutual, so each pair is looked at once. */
  private void lookAtFighters() {
    Fighters all = state.fighters;
    for (int i = 0; i < all.count(); i++) {
      for (int j = i + 1; j < all.count(); j++) {
        int first = teamOf[i];
        int second = teamOf[j];
        boolean known =
            (!looks(i) || (fighters[first] >> j & 1) != 0)
                && (!looks(j) || (fighters[second] >> i & 1) != 0);
        if (first != second && !known && sees(i, all.x[j], all.y[j])) {
          fighters[first] |= looks(i) ? 1 << j : 0;
          fighters[second] |= looks(j) ? 1 << i : 0;
        }
      }
    }
  }

  private boolean looks(int fighter) {
    return !hasTeams || state.fighters.isAlive(fighter);
  }

  private void lookAtNpcs(int team) {
    Npcs all = state.npcs;
    int seen = 0;
    for (int i = 0; i < all.count(); i++) {
      boolean known = all.team[i] == team || all.kind[i] == NpcKind.BOSS;
      seen |= known || teamSees(team, all.x[i], all.y[i]) ? 1 << i : 0;
    }
    npcs[team] = seen;
  }

  private void lookAtProps(int team) {
    Props all = state.props;
    int seen = 0;
    for (int i = 0; i < all.count(); i++) {
      seen |= isPropSeen(team, i) ? 1 << i : 0;
    }
    props[team] = seen;
  }

  private boolean isPropSeen(int team, int prop) {
    Props all = state.props;
    switch (all.kind[prop]) {
      case CART:
        return true;
      case CRYSTAL:
        int carrier = all.carrier[prop];
        return carrier == Props.NOBODY || (fighters[team] >> carrier & 1) != 0;
      case BOULDER:
        return teamSees(team, all.x[prop], all.y[prop]);
    }
    throw new AssertionError(all.kind[prop]);
  }

  private void lookAtPacks(int team) {
    int seen = 0;
    for (int i = 0; i < Arena.PACKS; i++) {
      int x = Fixed.ofUnits(state.arena.packX(i));
      int y = Fixed.ofUnits(state.arena.packY(i));
      seen |= teamSees(team, x, y) ? 1 << i : 0;
    }
    packs[team] = seen;
  }

  private void lookAtProjectiles() {
    Projectiles all = state.projectiles;
    for (int i = 0; i < all.count(); i++) {
      int seenBy = 0;
      for (int team = 0; team < teams; team++) {
        boolean known = all.team[i] == team || teamSees(team, all.x[i], all.y[i]);
        seenBy |= known ? 1 << team : 0;
      }
      projectiles[i] = seenBy;
    }
  }

  private boolean teamSees(int team, int x, int y) {
    for (int left = eyes[team]; left != 0; left &= left - 1) {
      if (sees(Integer.numberOfTrailingZeros(left), x, y)) {
        return true;
      }
    }
    return false;
  }

  private boolean sees(int fighter, int x, int y) {
    int fromX = state.fighters.x[fighter];
    int fromY = state.fighters.y[fighter];
    return Fixed.squared(x - fromX, y - fromY) <= RANGE_SQUARED
        && state.arena.seesFixed(fromX, fromY, x, y);
  }

  /** Returns the fighters that a player sees, bit i for number i; his own is always among them. */
  public int fighters(int player) {
    return fighters[teamOf[player]];
  }

  /** Returns the NPCs that a player sees, bit i for number i. */
  public int npcs(int player) {
    return npcs[teamOf[player]];
  }

  /** Returns the things that a player sees, bit i for number i. */
  public int props(int player) {
    return props[teamOf[player]];
  }

  /** Returns the places of health packs that a player sees, bit i for number i. */
  public int packs(int player) {
    return packs[teamOf[player]];
  }

  /** Returns whether a player sees a projectile. */
  public boolean seesProjectile(int player, int projectile) {
    return (projectiles[projectile] >> teamOf[player] & 1) != 0;
  }
}
