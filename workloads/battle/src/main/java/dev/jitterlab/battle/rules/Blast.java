package dev.jitterlab.battle.rules;

/** Hurts and throws back everyone around a point who is in sight of it and of another team. */
final class Blast {
  private Blast() {}

  /**
   * Bursts.
   *
   * @param reach the radius, fixed-point
   * @param damage in the centre, falling to 0 at the edge
   * @param speed in units per second, falling likewise
   * @param attacker who gets the kills, a number above the players' for nobody
   */
  static void at(
      BattleState state, int x, int y, int reach, int damage, int speed, int team, int attacker) {
    hitFighters(state, x, y, reach, damage, speed, team, attacker);
    hitNpcs(state, x, y, reach, damage, team, attacker);
    throwProps(state, x, y, reach, speed, attacker);
  }

  private static void hitFighters(
      BattleState state, int x, int y, int reach, int damage, int speed, int team, int attacker) {
    Fighters fighters = state.fighters;
    for (int i = 0; i < fighters.count(); i++) {
      if (fighters.team[i] == team || !fighters.isAlive(i)) {
        continue;
      }
      int distance = Fixed.length(fighters.x[i] - x, fighters.y[i] - y);
      if (distance < reach && state.arena.seesFixed(x, y, fighters.x[i], fighters.y[i])) {
        throwBack(state, fighters, i, x, y, share(speed, distance, reach));
        Damage.toFighter(state, i, attacker, share(damage, distance, reach));
      }
    }
  }

  private static void hitNpcs(
      BattleState state, int x, int y, int reach, int damage, int team, int attacker) {
    Npcs npcs = state.npcs;
    for (int i = 0; i < npcs.count(); i++) {
      if (npcs.team[i] == team || !npcs.isAlive(i)) {
        continue;
      }
      int distance = Fixed.length(npcs.x[i] - x, npcs.y[i] - y);
      if (distance < reach && state.arena.seesFixed(x, y, npcs.x[i], npcs.y[i])) {
        Damage.toNpc(state, i, attacker, share(damage, distance, reach));
      }
    }
  }

  private static void throwProps(
      BattleState state, int x, int y, int reach, int speed, int attacker) {
    Props props = state.props;
    for (int i = 0; i < props.count(); i++) {
      if (!props.kind[i].isMovable() || props.carrier[i] != Props.NOBODY) {
        continue;
      }
      int distance = Fixed.length(props.x[i] - x, props.y[i] - y);
      if (distance < reach) {
        throwBack(state, props, i, x, y, share(speed, distance, reach));
        props.mover[i] = attacker;
      }
    }
  }

  private static int share(int whole, int distance, int reach) {
    return (int) ((long) whole * (reach - distance) / reach);
  }

  private static void throwBack(
      BattleState state, Bodies bodies, int body, int x, int y, int speed) {
    int push = state.rules.perTick(speed);
    Collisions.throwBack(x, y, bodies, body, push, state.rules.topSpeedPerTick());
  }
}
