package dev.jitterlab.battle.rules;

/**
 * What one player sees with his own eyes, and without those of his team: never more than {@link
 * Sight} shows a person in his place. It looks when it is asked, for one player, so it costs
 * nothing to those who do not ask.
 *
 * <p>A look tests at most {@link #price} lines of sight. Allocates nothing; belongs to the thread
 * that steps the battle.
 */
public final class Eyes {
  private static final long RANGE_SQUARED = Fixed.squared(Fixed.ofUnits(Sight.RANGE), 0);

  private final BattleState state;
  private int player;
  private int fighters;
  private int npcs;
  private int props;
  private int packs;
  private int lines;

  /** Watches a battle. */
  public Eyes(Battle battle) {
    this.state = battle.state();
  }

  /** Returns how many lines of sight a look may test now, those of projectiles included. */
  public int price() {
    return state.fighters.count()
        + state.npcs.count()
        + state.props.count()
        + Arena.PACKS
        + state.projectiles.count();
  }

  /** Looks at the battle as it is now, as that player. */
  public void look(int who) {
    player = who;
    lines = 0;
    lookAtFighters();
    lookAtNpcs();
    lookAtProps();
    packs = 0;
    for (int i = 0; i < Arena.PACKS; i++) {
      int x = Fixed.ofUnits(state.arena.packX(i));
      int y = Fixed.ofUnits(state.arena.packY(i));
      packs |= sees(x, y) ? 1 << i : 0;
    }
  }

  private void lookAtFighters() {
    Fighters all = state.fighters;
    fighters = 0;
    for (int i = 0; i < all.count(); i++) {
      boolean known = all.team[i] == all.team[player];
      fighters |= known || sees(all.x[i], all.y[i]) ? 1 << i : 0;
    }
  }

  private void lookAtNpcs() {
    Npcs all = state.npcs;
    npcs = 0;
    for (int i = 0; i < all.count(); i++) {
      boolean known = all.team[i] == state.fighters.team[player] || all.kind[i] == NpcKind.BOSS;
      npcs |= known || sees(all.x[i], all.y[i]) ? 1 << i : 0;
    }
  }

  private void lookAtProps() {
    Props all = state.props;
    props = 0;
    for (int i = 0; i < all.count(); i++) {
      props |= seesProp(i) ? 1 << i : 0;
    }
  }

  private boolean seesProp(int prop) {
    Props all = state.props;
    switch (all.kind[prop]) {
      case CART:
        return true;
      case CRYSTAL:
        int carrier = all.carrier[prop];
        return carrier == Props.NOBODY || (fighters >> carrier & 1) != 0;
      case BOULDER:
        return sees(all.x[prop], all.y[prop]);
    }
    throw new AssertionError(all.kind[prop]);
  }

  private boolean sees(int x, int y) {
    int fromX = state.fighters.x[player];
    int fromY = state.fighters.y[player];
    if (Fixed.squared(x - fromX, y - fromY) > RANGE_SQUARED) {
      return false;
    }
    lines++;
    return state.arena.seesFixed(fromX, fromY, x, y);
  }

  /** Returns the fighters in sight, bit i for number i. */
  public int fighters() {
    return fighters;
  }

  /** Returns the NPCs in sight, bit i for number i. */
  public int npcs() {
    return npcs;
  }

  /** Returns the things in sight, bit i for number i. */
  public int props() {
    return props;
  }

  /** Returns the places of health packs in sight, bit i for number i. */
  public int packs() {
    return packs;
  }

  /** Looks at a projectile too, as the same player. */
  public boolean seesProjectile(int projectile) {
    Projectiles all = state.projectiles;
    return all.team[projectile] == state.fighters.team[player]
        || sees(all.x[projectile], all.y[projectile]);
  }

  /** Returns how many lines of sight the last look has tested. */
  public int lines() {
    return lines;
  }
}
