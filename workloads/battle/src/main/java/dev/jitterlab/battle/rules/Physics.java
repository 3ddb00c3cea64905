package dev.jitterlab.battle.rules;

/**
 * Moves the things: they slow down by friction, bounce off walls, obstacles and each other, are
 * pushed by fighters and hurt NPCs that they roll over. One step stands for as many ticks as {@link
 * BattleRules#physicsEvery} says; velocities are per tick all the same.
 */
final class Physics {
  static final int FRICTION = 4_000;

  /** The closing speed in units per second that costs an NPC one point of health. */
  static final int SPEED_PER_DAMAGE = 150;

  private Physics() {}

  static void step(BattleState state) {
    Props props = state.props;
    for (int i = 0; i < props.count(); i++) {
      if (props.kind[i].isMovable() && props.carrier[i] == Props.NOBODY) {
        slide(state, i);
      }
    }
    for (int i = 0; i < props.count(); i++) {
      if (props.kind[i].isSolid()) {
        collide(state, i);
        meetFighters(state, i);
        meetNpcs(state, i);
      }
    }
  }

  private static void slide(BattleState state, int prop) {
    Props props = state.props;
    int speed = Fixed.length(props.velocityX[prop], props.velocityY[prop]);
    if (speed == 0) {
      return;
    }
    int friction = friction(state.rules);
    long slower = Math.max(0, speed - friction);
    props.velocityX[prop] = (int) (props.velocityX[prop] * slower / speed);
    props.velocityY[prop] = (int) (props.velocityY[prop] * slower / speed);
    int steps = speed * state.rules.physicsEvery() / (props.kind[prop].radius() / 2) + 1;
    for (int i = 0; i < steps; i++) {
      slideStep(state, prop, steps);
    }
  }

  /** Returns the speed that a step of the physics takes from a thing. */
  static int friction(BattleRules rules) {
    return Math.max(1, rules.perTick(FRICTION) / rules.ticksPerSecond()) * rules.physicsEvery();
  }

  private static void slideStep(BattleState state, int prop, int steps) {
    Props props = state.props;
    int ticks = state.rules.physicsEvery();
    int x = props.x[prop] + props.velocityX[prop] * ticks / steps;
    int y = props.y[prop] + props.velocityY[prop] * ticks / steps;
    props.x[prop] = x;
    props.y[prop] = y;
    state.arena.pushOut(props, prop, props.kind[prop].radius());
    if (props.x[prop] != x) {
      props.velocityX[prop] = -props.velocityX[prop] / 2;
    }
    if (props.y[prop] != y) {
      props.velocityY[prop] = -props.velocityY[prop] / 2;
    }
  }

  /** Lets a thing meet those after it: of equal masses, each takes the other's speed. */
  private static void collide(BattleState state, int prop) {
    Props props = state.props;
    int radius = props.kind[prop].radius();
    for (int i = prop + 1; i < props.count(); i++) {
      if (!props.kind[i].isSolid()
          || !Collisions.pushAway(
              state.arena, props, prop, radius, props, i, props.kind[i].radius())) {
        continue;
      }
      int speed = Collisions.closingSpeed(props, prop, props, i);
      int limit = state.rules.topSpeedPerTick();
      Collisions.repel(props, prop, props, i, speed, limit);
      Collisions.repel(props, i, props, prop, speed, limit);
      props.mover[i] = props.mover[prop];
    }
  }

  private static void meetFighters(BattleState state, int prop) {
    Props props = state.props;
    Fighters fighters = state.fighters;
    int radius = props.kind[prop].radius();
    for (int i = 0; i < fighters.count(); i++) {
      if (!fighters.isAlive(i)
          || !Collisions.pushAway(
              state.arena, props, prop, radius, fighters, i, BattleRules.RADIUS)) {
        continue;
      }
      if (props.kind[prop].isMovable()) {
        int speed = Collisions.closingSpeed(fighters, i, props, prop);
        Collisions.repel(fighters, i, props, prop, speed, state.rules.topSpeedPerTick());
        props.mover[prop] = i;
      }
    }
  }

  private static void meetNpcs(BattleState state, int prop) {
    Props props = state.props;
    Npcs npcs = state.npcs;
    for (int i = 0; i < npcs.count(); i++) {
      if (npcs.isAlive(i) && props.kind[prop].isMovable()) {
        ram(state, prop, i);
      }
    }
  }

  private static void ram(BattleState state, int prop, int npc) {
    Props props = state.props;
    Npcs npcs = state.npcs;
    int radius = npcs.kind[npc].radius();
    if (!Collisions.pushAway(
        state.arena, npcs, npc, radius, props, prop, props.kind[prop].radius())) {
      return;
    }
    int speed = Collisions.closingSpeed(npcs, npc, props, prop);
    Collisions.repel(npcs, npc, props, prop, speed + speed / 2, state.rules.topSpeedPerTick());
    int damage = state.rules.perSecond(speed) / SPEED_PER_DAMAGE;
    if (damage > 0 && props.mover[prop] < state.fighters.count()) {
      Damage.toNpc(state, npc, props.mover[prop], damage);
    }
  }
}
