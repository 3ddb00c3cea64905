package dev.jitterlab.battle.rules;

import java.util.Arrays;

/**
 * A tick in one long method with branches on the mode of the game, as the thesis found it (thesis,
 * section 6.1): "long and complicated, with several nested branches", whose profile changes when
 * the modes do, so that HotSpot throws away all of it. It is the experiment's subject and long on
 * purpose; do not tidy it up. It gives the same state as {@link SplitLogic}, which is the place to
 * read the rules, and stays below HotSpot's limit of 8,000 bytecodes, above which a method is never
 * compiled at all.
 */
final class MonolithLogic {
  private static final int RADIUS = BattleRules.RADIUS;

  private MonolithLogic() {}

  static BattleEnding step(BattleState state, BattleInputs inputs) {
    GameMode mode = state.mode;
    BattleRules rules = state.rules;
    Arena arena = state.arena;
    Fighters fighters = state.fighters;
    Npcs npcs = state.npcs;
    Props props = state.props;
    Projectiles projectiles = state.projectiles;
    Objective objective = state.objective;
    DeterministicRandom random = state.random;
    int tick = state.tick;
    int players = fighters.count();
    int top = rules.topSpeedPerTick();

    // Fighters appear.
    for (int i = 0; i < players; i++) {
      if (!fighters.present[i] || fighters.isAlive(i) || tick < fighters.respawnAtTick[i]) {
        continue;
      }
      int bestX = Fixed.ofUnits(Arena.SIZE / 2);
      int bestY = bestX;
      long best = -1;
      for (int candidate = 0; candidate < Spawning.CANDIDATES; candidate++) {
        int x = Fixed.ofUnits(random.nextInt(Arena.SIZE));
        int y = Fixed.ofUnits(random.nextInt(Arena.SIZE));
        if (arena.isFree(x, y, RADIUS)) {
          long nearest = Long.MAX_VALUE;
          for (int j = 0; j < players; j++) {
            if (fighters.isAlive(j)) {
              nearest = Math.min(nearest, Fixed.squared(fighters.x[j] - x, fighters.y[j] - y));
            }
          }
          if (nearest > best) {
            best = nearest;
            bestX = x;
            bestY = y;
          }
        }
      }
      fighters.place(i, bestX, bestY);
      fighters.health[i] = BattleRules.MAX_HEALTH;
      fighters.shieldUntilTick[i] = tick + rules.shieldTicks();
    }

    // NPCs think, move and shoot.
    if (mode == GameMode.ESCORT || mode == GameMode.BOSS) {
      for (int i = 0; i < npcs.count(); i++) {
        if (!npcs.isAlive(i)) {
          if (tick < npcs.respawnAtTick[i]) {
            continue;
          }
          npcs.health[i] = npcs.kind[i].maxHealth();
          npcs.target[i] = Npcs.NO_TARGET;
          npcs.place(i, npcs.homeX[i], npcs.homeY[i]);
        }
        NpcKind kind = npcs.kind[i];
        if ((tick + i) % rules.ticks(NpcMinds.THINK_MILLIS) == 0) {
          int target = Npcs.NO_TARGET;
          long nearest = Long.MAX_VALUE;
          for (int j = 0; j < players; j++) {
            if (!fighters.isAlive(j) || (mode == GameMode.ESCORT && (j & 1) == 1)) {
              continue;
            }
            long away = Fixed.squared(fighters.x[j] - npcs.x[i], fighters.y[j] - npcs.y[i]);
            if (away < nearest
                && arena.seesFixed(npcs.x[i], npcs.y[i], fighters.x[j], fighters.y[j])) {
              nearest = away;
              target = j;
            }
          }
          npcs.target[i] = target;
        }
        if (npcs.target[i] != Npcs.NO_TARGET && !fighters.isAlive(npcs.target[i])) {
          npcs.target[i] = Npcs.NO_TARGET;
        }
        int target = npcs.target[i];
        int goalX = target == Npcs.NO_TARGET ? npcs.homeX[i] : fighters.x[target];
        int goalY = target == Npcs.NO_TARGET ? npcs.homeY[i] : fighters.y[target];
        int near = target == Npcs.NO_TARGET ? NpcMinds.ARRIVED : kind.keepsAway();
        int dx = goalX - npcs.x[i];
        int dy = goalY - npcs.y[i];
        int distance = Fixed.length(dx, dy);
        int speed = distance > near ? rules.perTick(kind.speed()) : 0;
        int velocityX = (int) ((long) dx * speed / Math.max(1, distance));
        int velocityY = (int) ((long) dy * speed / Math.max(1, distance));
        npcs.velocityX[i] = velocityX;
        npcs.velocityY[i] = velocityY;
        int steps = Fixed.length(velocityX, velocityY) / (kind.radius() / 2) + 1;
        for (int j = 0; j < steps; j++) {
          npcs.x[i] += velocityX * (j + 1) / steps - velocityX * j / steps;
          npcs.y[i] += velocityY * (j + 1) / steps - velocityY * j / steps;
          arena.pushOut(npcs, i, kind.radius());
        }
        if (target != Npcs.NO_TARGET
            && tick >= npcs.reloadedAtTick[i]
            && npcs.projectiles[i] < Npcs.MAX_PROJECTILES_EACH) {
          Weapon weapon = kind.weapon();
          dx = fighters.x[target] - npcs.x[i];
          dy = fighters.y[target] - npcs.y[i];
          int spread = random.between(-2 * weapon.spread(), 2 * weapon.spread());
          npcs.reloadedAtTick[i] = tick + rules.ticks(kind.reloadMillis());
          npcs.projectiles[i]++;
          projectiles.add(
              weapon,
              BattleState.FIRST_NPC_OWNER + i,
              mode == GameMode.BOSS ? GameMode.BOSS_TEAM : EscortMode.DEFENDERS,
              npcs.x[i],
              npcs.y[i],
              (Angles.of(dx, dy) + spread) & (Angles.TURN - 1),
              tick + weapon.flightTicks(rules));
        }
      }
      for (int i = 0; i < npcs.count(); i++) {
        if (!npcs.isAlive(i)) {
          continue;
        }
        int radius = npcs.kind[i].radius();
        for (int j = i + 1; j < npcs.count(); j++) {
          if (npcs.isAlive(j)) {
            Collisions.pushAway(arena, npcs, i, radius, npcs, j, npcs.kind[j].radius());
          }
        }
        for (int j = 0; j < players; j++) {
          if (fighters.isAlive(j)) {
            Collisions.pushAway(arena, npcs, i, radius, fighters, j, RADIUS);
          }
        }
      }
    }

    // Fighters move and push each other away.
    for (int i = 0; i < players; i++) {
      if (!fighters.isAlive(i)) {
        continue;
      }
      fighters.aim[i] = inputs.aim[i];
      int moveX = inputs.moveX[i];
      int moveY = inputs.moveY[i];
      int magnitude = Math.max(BattleInputs.MAX_MOVE, Fixed.length(moveX, moveY));
      long speed = rules.runSpeedPerTick();
      if (mode == GameMode.COLLECT) {
        speed = speed * fighters.pace[i] / 100;
      }
      int changeX = (int) (moveX * speed / magnitude) - fighters.velocityX[i];
      int changeY = (int) (moveY * speed / magnitude) - fighters.velocityY[i];
      int change = Fixed.length(changeX, changeY);
      int limit = rules.accelerationPerTick();
      if (change > limit) {
        changeX = (int) ((long) changeX * limit / change);
        changeY = (int) ((long) changeY * limit / change);
      }
      fighters.velocityX[i] += changeX;
      fighters.velocityY[i] += changeY;
      int velocityX = fighters.velocityX[i];
      int velocityY = fighters.velocityY[i];
      int steps = Fixed.length(velocityX, velocityY) / (RADIUS / 2) + 1;
      for (int j = 0; j < steps; j++) {
        fighters.x[i] += velocityX * (j + 1) / steps - velocityX * j / steps;
        fighters.y[i] += velocityY * (j + 1) / steps - velocityY * j / steps;
        arena.pushOut(fighters, i, RADIUS);
      }
    }
    for (int i = 0; i < players; i++) {
      for (int j = i + 1; j < players; j++) {
        if (!fighters.isAlive(i) || !fighters.isAlive(j)) {
          continue;
        }
        int dx = fighters.x[j] - fighters.x[i];
        int dy = fighters.y[j] - fighters.y[i];
        int distance = Fixed.length(dx, dy);
        if (distance >= 2 * RADIUS) {
          continue;
        }
        int push = (2 * RADIUS - distance) / 2;
        int pushX = distance == 0 ? push : (int) ((long) dx * push / distance);
        int pushY = distance == 0 ? 0 : (int) ((long) dy * push / distance);
        fighters.x[i] -= pushX;
        fighters.y[i] -= pushY;
        arena.pushOut(fighters, i, RADIUS);
        fighters.x[j] += pushX;
        fighters.y[j] += pushY;
        arena.pushOut(fighters, j, RADIUS);
      }
    }

    // Things roll.
    int every = rules.physicsEvery();
    boolean rolls = tick % every == 0;
    if (rolls && (mode == GameMode.COLLECT || mode == GameMode.BOSS)) {
      for (int i = 0; i < props.count(); i++) {
        int speed = Fixed.length(props.velocityX[i], props.velocityY[i]);
        if (speed == 0 || (mode == GameMode.COLLECT && props.carrier[i] != Props.NOBODY)) {
          continue;
        }
        int radius = props.kind[i].radius();
        int friction = Physics.friction(rules);
        long slower = Math.max(0, speed - friction);
        props.velocityX[i] = (int) (props.velocityX[i] * slower / speed);
        props.velocityY[i] = (int) (props.velocityY[i] * slower / speed);
        int steps = speed * every / (radius / 2) + 1;
        for (int j = 0; j < steps; j++) {
          int x = props.x[i] + props.velocityX[i] * every / steps;
          int y = props.y[i] + props.velocityY[i] * every / steps;
          props.x[i] = x;
          props.y[i] = y;
          arena.pushOut(props, i, radius);
          if (props.x[i] != x) {
            props.velocityX[i] = -props.velocityX[i] / 2;
          }
          if (props.y[i] != y) {
            props.velocityY[i] = -props.velocityY[i] / 2;
          }
        }
      }
    }
    if (rolls && (mode == GameMode.ESCORT || mode == GameMode.BOSS)) {
      for (int i = 0; i < props.count(); i++) {
        int radius = props.kind[i].radius();
        for (int j = i + 1; j < props.count(); j++) {
          if (Collisions.pushAway(arena, props, i, radius, props, j, props.kind[j].radius())) {
            int speed = Collisions.closingSpeed(props, i, props, j);
            Collisions.repel(props, i, props, j, speed, top);
            Collisions.repel(props, j, props, i, speed, top);
            props.mover[j] = props.mover[i];
          }
        }
        for (int j = 0; j < players; j++) {
          if (fighters.isAlive(j)
              && Collisions.pushAway(arena, props, i, radius, fighters, j, RADIUS)
              && mode == GameMode.BOSS) {
            int speed = Collisions.closingSpeed(fighters, j, props, i);
            Collisions.repel(fighters, j, props, i, speed, top);
            props.mover[i] = j;
          }
        }
        if (mode == GameMode.ESCORT) {
          continue;
        }
        for (int j = 0; j < npcs.count(); j++) {
          if (!npcs.isAlive(j)
              || !Collisions.pushAway(arena, npcs, j, npcs.kind[j].radius(), props, i, radius)) {
            continue;
          }
          int speed = Collisions.closingSpeed(npcs, j, props, i);
          Collisions.repel(npcs, j, props, i, speed + speed / 2, top);
          int damage = rules.perSecond(speed) / Physics.SPEED_PER_DAMAGE;
          if (damage > 0 && props.mover[i] < players) {
            int mover = props.mover[i];
            npcs.health[j] = Math.max(0, npcs.health[j] - damage);
            if (npcs.health[j] == 0) {
              if (mover < players) {
                fighters.kills[mover]++;
              }
              npcs.respawnAtTick[j] =
                  j == BossMode.BOSS
                      ? Fighters.NEVER
                      : tick + rules.ticks(npcs.kind[j].respawnMillis());
            }
          }
        }
      }
    }

    // Projectiles fly and hit.
    for (int i = projectiles.count() - 1; i >= 0; i--) {
      Weapon weapon = projectiles.weapon[i];
      int owner = projectiles.owner[i];
      int team = projectiles.team[i];
      int part = projectiles.flies(i, tick);
      int distance = BattleInputs.part(rules.perTick(weapon.speed()), part);
      int steps = distance / (RADIUS / 2) + 1;
      int stepX = Angles.along(Angles.cos(projectiles.direction[i]), distance) / steps;
      int stepY = Angles.along(Angles.sin(projectiles.direction[i]), distance) / steps;
      boolean ends = tick >= projectiles.endsAtTick[i];
      flight:
      for (int step = 0; step < steps; step++) {
        state.remaining = BattleInputs.FRACTIONS - part / steps * step;
        int x = projectiles.x[i] + stepX;
        int y = projectiles.y[i] + stepY;
        if (arena.blocks(x, y)) {
          ends = true;
          break;
        }
        projectiles.x[i] = x;
        projectiles.y[i] = y;
        for (int j = 0; j < players; j++) {
          if (fighters.isAlive(j)
              && fighters.team[j] != team
              && Fixed.squared(fighters.x[j] - x, fighters.y[j] - y) <= (long) RADIUS * RADIUS) {
            if (weapon == Weapon.RIFLE) {
              if (!fighters.isShielded(j, tick)) {
                fighters.hurtAtTick[j] = tick;
                fighters.health[j] = Math.max(0, fighters.health[j] - weapon.damage());
                if (fighters.health[j] == 0) {
                  fighters.deaths[j]++;
                  fighters.remainingAtDeath[j] = state.remaining;
                  if (owner < players) {
                    fighters.kills[owner]++;
                  }
                  fighters.velocityX[j] = 0;
                  fighters.velocityY[j] = 0;
                  if (mode == GameMode.LAST_STANDING) {
                    fighters.respawnAtTick[j] = Fighters.NEVER;
                  } else if (mode == GameMode.BOSS) {
                    if (objective.score[0] == 0) {
                      fighters.respawnAtTick[j] = Fighters.NEVER;
                    } else {
                      fighters.respawnAtTick[j] = tick + rules.respawnTicks();
                      objective.score[0]--;
                    }
                  } else {
                    fighters.respawnAtTick[j] = tick + rules.respawnTicks();
                    if (mode == GameMode.COLLECT) {
                      for (int k = 0; k < props.count(); k++) {
                        if (props.carrier[k] == j) {
                          int bearing = random.nextInt(Angles.TURN);
                          int dropSpeed = rules.perTick(CollectMode.DROP_SPEED);
                          props.carrier[k] = Props.NOBODY;
                          props.velocityX[k] = Angles.along(Angles.cos(bearing), dropSpeed);
                          props.velocityY[k] = Angles.along(Angles.sin(bearing), dropSpeed);
                          props.freeAtTick[k] = tick + rules.ticks(CollectMode.DROP_MILLIS);
                        }
                      }
                    }
                  }
                }
              }
            }
            projectiles.hit(i);
            ends = true;
            break flight;
          }
        }
        if (mode == GameMode.ESCORT || mode == GameMode.BOSS) {
          for (int j = 0; j < npcs.count(); j++) {
            long radius = npcs.kind[j].radius();
            if (npcs.isAlive(j)
                && npcs.team[j] != team
                && Fixed.squared(npcs.x[j] - x, npcs.y[j] - y) <= radius * radius) {
              if (weapon == Weapon.RIFLE) {
                npcs.health[j] = Math.max(0, npcs.health[j] - weapon.damage());
                if (npcs.health[j] == 0) {
                  if (owner < players) {
                    fighters.kills[owner]++;
                  }
                  npcs.respawnAtTick[j] =
                      mode == GameMode.BOSS && j == BossMode.BOSS
                          ? Fighters.NEVER
                          : tick + rules.ticks(npcs.kind[j].respawnMillis());
                }
              }
              projectiles.hit(i);
              ends = true;
              break flight;
            }
          }
          for (int j = 0; j < props.count(); j++) {
            long radius = props.kind[j].radius();
            if (Fixed.squared(props.x[j] - x, props.y[j] - y) <= radius * radius) {
              ends = true;
              break flight;
            }
          }
        }
      }
      if (!ends) {
        continue;
      }
      if (weapon == Weapon.ROCKET) {
        int atX = projectiles.x[i];
        int atY = projectiles.y[i];
        int reach = weapon.blastRadius();
        for (int j = 0; j < players; j++) {
          if (!fighters.isAlive(j) || fighters.team[j] == team) {
            continue;
          }
          int dx = fighters.x[j] - atX;
          int dy = fighters.y[j] - atY;
          int away = Fixed.length(dx, dy);
          if (away >= reach || !arena.seesFixed(atX, atY, fighters.x[j], fighters.y[j])) {
            continue;
          }
          int push = rules.perTick((int) ((long) weapon.blastSpeed() * (reach - away) / reach));
          long divisor = Math.max(1, away);
          fighters.accelerate(
              j, (int) (dx * (long) push / divisor), (int) (dy * (long) push / divisor), top);

          int damage = (int) ((long) weapon.damage() * (reach - away) / reach);
          if (!fighters.isShielded(j, tick)) {
            fighters.hurtAtTick[j] = tick;
            fighters.health[j] = Math.max(0, fighters.health[j] - damage);
            if (fighters.health[j] == 0) {
              fighters.deaths[j]++;
              fighters.remainingAtDeath[j] = state.remaining;
              if (owner < players) {
                fighters.kills[owner]++;
              }
              fighters.velocityX[j] = 0;
              fighters.velocityY[j] = 0;
              if (mode == GameMode.LAST_STANDING) {
                fighters.respawnAtTick[j] = Fighters.NEVER;
              } else if (mode == GameMode.BOSS) {
                if (objective.score[0] == 0) {
                  fighters.respawnAtTick[j] = Fighters.NEVER;
                } else {
                  fighters.respawnAtTick[j] = tick + rules.respawnTicks();
                  objective.score[0]--;
                }
              } else {
                fighters.respawnAtTick[j] = tick + rules.respawnTicks();
                if (mode == GameMode.COLLECT) {
                  for (int k = 0; k < props.count(); k++) {
                    if (props.carrier[k] == j) {
                      int bearing = random.nextInt(Angles.TURN);
                      int dropSpeed = rules.perTick(CollectMode.DROP_SPEED);
                      props.carrier[k] = Props.NOBODY;
                      props.velocityX[k] = Angles.along(Angles.cos(bearing), dropSpeed);
                      props.velocityY[k] = Angles.along(Angles.sin(bearing), dropSpeed);
                      props.freeAtTick[k] = tick + rules.ticks(CollectMode.DROP_MILLIS);
                    }
                  }
                }
              }
            }
          }
        }
        if (mode == GameMode.ESCORT || mode == GameMode.BOSS) {
          for (int j = 0; j < npcs.count(); j++) {
            if (!npcs.isAlive(j) || npcs.team[j] == team) {
              continue;
            }
            int away = Fixed.length(npcs.x[j] - atX, npcs.y[j] - atY);
            if (away < reach && arena.seesFixed(atX, atY, npcs.x[j], npcs.y[j])) {
              int damage = (int) ((long) weapon.damage() * (reach - away) / reach);
              npcs.health[j] = Math.max(0, npcs.health[j] - damage);
              if (npcs.health[j] == 0) {
                if (owner < players) {
                  fighters.kills[owner]++;
                }
                npcs.respawnAtTick[j] =
                    mode == GameMode.BOSS && j == BossMode.BOSS
                        ? Fighters.NEVER
                        : tick + rules.ticks(npcs.kind[j].respawnMillis());
              }
            }
          }
        }
        if (mode == GameMode.COLLECT || mode == GameMode.BOSS) {
          for (int j = 0; j < props.count(); j++) {
            int dx = props.x[j] - atX;
            int dy = props.y[j] - atY;
            int away = Fixed.length(dx, dy);
            if (away >= reach || props.carrier[j] != Props.NOBODY) {
              continue;
            }
            int push = rules.perTick((int) ((long) weapon.blastSpeed() * (reach - away) / reach));
            long divisor = Math.max(1, away);
            props.accelerate(
                j, (int) (dx * (long) push / divisor), (int) (dy * (long) push / divisor), top);

            props.mover[j] = owner;
          }
        }
      }
      if ((mode == GameMode.ESCORT || mode == GameMode.BOSS)
          && owner >= BattleState.FIRST_NPC_OWNER) {
        npcs.projectiles[owner - BattleState.FIRST_NPC_OWNER]--;
      } else {
        fighters.projectiles[owner]--;
      }
      projectiles.remove(i);
    }

    // Fighters shoot.
    for (int press = 0; press < inputs.presses(); press++) {
      int i = inputs.presser(press);
      int code = inputs.pressed(press);
      int remaining = inputs.pressRemaining[code][i];
      if (!fighters.livedWhen(i, tick, remaining)
          || tick < fighters.reloadedAtTick[code][i]
          || fighters.projectiles[i] == BattleRules.MAX_PROJECTILES_EACH) {
        continue;
      }
      Weapon weapon = code == 0 ? Weapon.RIFLE : Weapon.ROCKET;
      fighters.reloadedAtTick[code][i] = tick + weapon.reloadTicks(rules);
      fighters.shieldUntilTick[i] = 0;
      int spread = random.between(-weapon.spread(), weapon.spread());
      int direction = (inputs.pressAim[code][i] + spread) & (Angles.TURN - 1);
      projectiles.add(
          weapon,
          i,
          fighters.team[i],
          fighters.xWhen(i, remaining) + Angles.along(Angles.cos(direction), RADIUS),
          fighters.yWhen(i, remaining) + Angles.along(Angles.sin(direction), RADIUS),
          direction,
          tick + weapon.flightTicks(rules));
      fighters.projectiles[i]++;
      Gunnery.flyOff(state, remaining);
    }

    // Packs and rest heal.
    for (int pack = 0; pack < Arena.PACKS; pack++) {
      if (tick < state.packBackAtTick[pack]) {
        continue;
      }
      int x = Fixed.ofUnits(arena.packX(pack));
      int y = Fixed.ofUnits(arena.packY(pack));
      for (int i = 0; i < players; i++) {
        if (fighters.isAlive(i)
            && fighters.health[i] < BattleRules.MAX_HEALTH
            && Fixed.squared(fighters.x[i] - x, fighters.y[i] - y)
                <= (long) BattleRules.PACK_REACH * BattleRules.PACK_REACH) {
          fighters.health[i] =
              Math.min(BattleRules.MAX_HEALTH, fighters.health[i] + BattleRules.PACK_HEALTH);
          state.packBackAtTick[pack] = tick + rules.packTicks();
          break;
        }
      }
    }
    boolean[] seen = state.seen;
    Arrays.fill(seen, false);
    if (mode != GameMode.BOSS) {
      for (int i = 0; i < players; i++) {
        for (int j = i + 1; j < players; j++) {
          if (fighters.isAlive(i)
              && fighters.isAlive(j)
              && (fighters.team[i] != fighters.team[j])
              && arena.seesFixed(fighters.x[i], fighters.y[i], fighters.x[j], fighters.y[j])) {
            seen[i] = true;
            seen[j] = true;
          }
        }
      }
    }
    for (int i = 0; i < players; i++) {
      if (fighters.isAlive(i)
          && !seen[i]
          && tick - fighters.hurtAtTick[i] >= rules.restTicksBeforeHealing()
          && tick % rules.ticksPerHealedPoint() == 0) {
        fighters.health[i] = Math.min(BattleRules.MAX_HEALTH, fighters.health[i] + 1);
      }
    }

    // What the mode is about, and whether it is over.
    if (mode == GameMode.DEATHMATCH) {
      for (int i = 0; i < players; i++) {
        if (fighters.kills[i] >= rules.scoreLimit()) {
          return BattleEnding.SCORE;
        }
      }
    } else if (mode == GameMode.LAST_STANDING) {
      int start = LastStandingMode.shrinkStart(rules);
      int span = Math.max(1, LastStandingMode.shrinkEnd(rules) - start);
      long passed = Fixed.clamp(tick - start, 0, span);
      int lost = LastStandingMode.FIRST_RADIUS - LastStandingMode.LAST_RADIUS;
      objective.circleRadius = LastStandingMode.FIRST_RADIUS - (int) (lost * passed / span);
      boolean hurts = tick % rules.ticks(LastStandingMode.CIRCLE_DAMAGE_MILLIS) == 0;
      long radius = objective.circleRadius;
      int alive = 0;
      for (int i = 0; i < players; i++) {
        if (hurts
            && fighters.isAlive(i)
            && Fixed.squared(fighters.x[i] - objective.circleX, fighters.y[i] - objective.circleY)
                > radius * radius) {
          if (!fighters.isShielded(i, tick)) {
            fighters.hurtAtTick[i] = tick;
            fighters.health[i] = Math.max(0, fighters.health[i] - LastStandingMode.CIRCLE_DAMAGE);
            if (fighters.health[i] == 0) {
              fighters.deaths[i]++;
              fighters.remainingAtDeath[i] = state.remaining;

              fighters.velocityX[i] = 0;
              fighters.velocityY[i] = 0;
              fighters.respawnAtTick[i] = Fighters.NEVER;
            }
          }
        }
        alive += fighters.isAlive(i) ? 1 : 0;
      }
      objective.score[0] = alive;
      if (alive <= 1) {
        return BattleEnding.OBJECTIVE;
      }
    } else if (mode == GameMode.COLLECT) {
      for (int i = 0; i < props.count(); i++) {
        int carrier = props.carrier[i];
        if (carrier != Props.NOBODY) {
          props.place(i, fighters.x[carrier], fighters.y[carrier]);
        } else if (tick >= props.freeAtTick[i]) {
          for (int j = 0; j < players; j++) {
            if (fighters.isAlive(j)
                && Fixed.squared(fighters.x[j] - props.x[i], fighters.y[j] - props.y[i])
                    <= (long) CollectMode.REACH * CollectMode.REACH) {
              props.carrier[i] = j;
              props.place(i, fighters.x[j], fighters.y[j]);
              break;
            }
          }
        }
      }
      objective.score[0] = 0;
      objective.score[1] = 0;
      for (int i = 0; i < players; i++) {
        int carried = 0;
        for (int j = 0; j < props.count(); j++) {
          carried += props.carrier[j] == i ? 1 : 0;
        }
        objective.score[i & 1] += carried;
        fighters.pace[i] =
            Math.max(CollectMode.SLOWEST_PACE, 100 - CollectMode.PACE_PER_CRYSTAL * carried);
      }
      int side = GameMode.NO_TEAM;
      if (objective.score[0] >= CollectMode.NEEDED) {
        side = 0;
      } else if (objective.score[1] >= CollectMode.NEEDED) {
        side = 1;
      }
      if (side != objective.side) {
        objective.side = side;
        objective.timerEndsAtTick =
            side == GameMode.NO_TEAM ? 0 : tick + rules.ticks(CollectMode.HOLD_MILLIS);
      }
      if (side != GameMode.NO_TEAM && tick >= objective.timerEndsAtTick) {
        return BattleEnding.OBJECTIVE;
      }
    } else if (mode == GameMode.ESCORT) {
      int cart = EscortMode.CART;
      long near = (long) EscortMode.NEAR * EscortMode.NEAR;
      int escorts = 0;
      int blockers = 0;
      for (int i = 0; i < players; i++) {
        if (fighters.isAlive(i)
            && Fixed.squared(fighters.x[i] - props.x[cart], fighters.y[i] - props.y[cart])
                <= near) {
          if ((i & 1) == EscortMode.ATTACKERS) {
            escorts++;
          } else {
            blockers++;
          }
        }
      }
      if (escorts <= blockers) {
        objective.side = blockers > 0 ? EscortMode.DEFENDERS : GameMode.NO_TEAM;
      } else {
        objective.side = EscortMode.ATTACKERS;
        int rest =
            rules.perTick(
                EscortMode.CART_SPEED
                    + EscortMode.SPEED_PER_ESCORT
                        * Math.min(escorts - blockers, EscortMode.MOST_SURPLUS));
        while (rest > 0 && objective.nextPoint < Objective.PATH_POINTS) {
          int dx = objective.pathX[objective.nextPoint] - props.x[cart];
          int dy = objective.pathY[objective.nextPoint] - props.y[cart];
          int whole = Math.abs(dx) + Math.abs(dy);
          int way = Math.min(rest, whole);
          props.x[cart] += Integer.signum(dx) * way;
          props.y[cart] += Integer.signum(dy) * way;
          objective.nextPoint += way == whole ? 1 : 0;
          objective.travelled += way;
          rest -= way;
        }
        objective.score[0] =
            (int) ((long) EscortMode.DONE * objective.travelled / objective.pathLength);
      }
      if (escorts > 0 && tick % rules.ticksPerHealedPoint() == 0) {
        for (int i = 0; i < players; i += 2) {
          if (fighters.isAlive(i)
              && Fixed.squared(fighters.x[i] - props.x[cart], fighters.y[i] - props.y[cart])
                  <= near) {
            fighters.health[i] = Math.min(BattleRules.MAX_HEALTH, fighters.health[i] + 1);
          }
        }
      }
      if (objective.nextPoint == Objective.PATH_POINTS) {
        return BattleEnding.OBJECTIVE;
      }
    } else {
      int boss = BossMode.BOSS;
      objective.score[1] = npcs.health[boss];
      if (tick >= objective.timerEndsAtTick) {
        int atX = objective.circleX;
        int atY = objective.circleY;
        for (int j = 0; j < players; j++) {
          if (!fighters.isAlive(j)) {
            continue;
          }
          int dx = fighters.x[j] - atX;
          int dy = fighters.y[j] - atY;
          int away = Fixed.length(dx, dy);
          if (away >= BossMode.SLAM_RADIUS
              || !arena.seesFixed(atX, atY, fighters.x[j], fighters.y[j])) {
            continue;
          }
          int push =
              rules.perTick(
                  (int)
                      ((long) BossMode.SLAM_SPEED
                          * (BossMode.SLAM_RADIUS - away)
                          / BossMode.SLAM_RADIUS));
          long divisor = Math.max(1, away);
          fighters.accelerate(
              j, (int) (dx * (long) push / divisor), (int) (dy * (long) push / divisor), top);

          int damage =
              (int)
                  ((long) BossMode.SLAM_DAMAGE
                      * (BossMode.SLAM_RADIUS - away)
                      / BossMode.SLAM_RADIUS);
          if (!fighters.isShielded(j, tick)) {
            fighters.hurtAtTick[j] = tick;
            fighters.health[j] = Math.max(0, fighters.health[j] - damage);
            if (fighters.health[j] == 0) {
              fighters.deaths[j]++;
              fighters.remainingAtDeath[j] = state.remaining;

              fighters.velocityX[j] = 0;
              fighters.velocityY[j] = 0;
              if (objective.score[0] == 0) {
                fighters.respawnAtTick[j] = Fighters.NEVER;
              } else {
                fighters.respawnAtTick[j] = tick + rules.respawnTicks();
                objective.score[0]--;
              }
            }
          }
        }
        for (int j = 0; j < props.count(); j++) {
          int dx = props.x[j] - atX;
          int dy = props.y[j] - atY;
          int away = Fixed.length(dx, dy);
          if (away >= BossMode.SLAM_RADIUS || props.carrier[j] != Props.NOBODY) {
            continue;
          }
          int push =
              rules.perTick(
                  (int)
                      ((long) BossMode.SLAM_SPEED
                          * (BossMode.SLAM_RADIUS - away)
                          / BossMode.SLAM_RADIUS));
          long divisor = Math.max(1, away);
          props.accelerate(
              j, (int) (dx * (long) push / divisor), (int) (dy * (long) push / divisor), top);

          props.mover[j] = Props.NOBODY;
        }
        objective.circleRadius = 0;
        objective.timerEndsAtTick = tick + rules.ticks(BossMode.SLAM_EVERY_MILLIS);
      } else if (objective.circleRadius == 0
          && objective.timerEndsAtTick - tick <= rules.ticks(BossMode.SLAM_NOTICE_MILLIS)) {
        objective.circleX = npcs.x[boss];
        objective.circleY = npcs.y[boss];
        objective.circleRadius = BossMode.SLAM_RADIUS;
      }
      if (!npcs.isAlive(boss)) {
        return BattleEnding.OBJECTIVE;
      }
      boolean lost = true;
      for (int i = 0; i < players && lost; i++) {
        lost = !fighters.present[i] || fighters.respawnAtTick[i] == Fighters.NEVER;
      }
      if (lost) {
        return BattleEnding.DEFEAT;
      }
    }
    if (mode == GameMode.COLLECT || mode == GameMode.ESCORT) {
      if (fighters.presentOf(0) == 0 || fighters.presentOf(1) == 0) {
        return BattleEnding.DESERTED;
      }
    } else if (fighters.presentCount() < BattleRules.MIN_PLAYERS) {
      return BattleEnding.DESERTED;
    }
    return tick >= rules.timeLimitTicks() ? BattleEnding.TIME : null;
  }
}
