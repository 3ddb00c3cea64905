package dev.jitterlab.battle.server.control;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.battle.http.StrictJson;
import dev.jitterlab.battle.rules.Arena;
import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleRules;
import dev.jitterlab.battle.rules.Fighters;
import dev.jitterlab.battle.rules.NpcKind;
import dev.jitterlab.battle.rules.Npcs;
import dev.jitterlab.battle.rules.Objective;
import dev.jitterlab.battle.rules.Projectiles;
import dev.jitterlab.battle.rules.PropKind;
import dev.jitterlab.battle.rules.Props;
import dev.jitterlab.battle.rules.Weapon;
import java.util.Locale;

/**
 * All of a battle's state that can be seen, copied between two ticks, and as JSON. Without fog:
 * spectators see everything. Lengths in map units, velocities in units per second, angles of 65,536
 * to the full circle, healths and scores as the rules have them.
 *
 * <p>Not thread-safe: written and read in turn, see {@link BattleView}. Copying allocates nothing.
 */
final class BattleFrame {
  private final long battle;
  private final String mode;
  private final int ticksPerSecond;
  private final Arena arena;

  private int tick;
  private int ticksLeft;
  private int packs;
  private final int[] objective = new int[7];
  private int fighterCount;
  private final int[] team = new int[BattleRules.MAX_PLAYERS];
  private final int[][] fighters = new int[8][BattleRules.MAX_PLAYERS];
  private final boolean[] present = new boolean[BattleRules.MAX_PLAYERS];
  private final boolean[] shielded = new boolean[BattleRules.MAX_PLAYERS];
  private int projectileCount;
  private final int[][] projectiles = new int[4][Projectiles.CAPACITY];
  private final Weapon[] weapons = new Weapon[Projectiles.CAPACITY];
  private int npcCount;
  private final NpcKind[] npcKinds = new NpcKind[Npcs.CAPACITY];
  private final int[][] npcs = new int[3][Npcs.CAPACITY];
  private int propCount;
  private final PropKind[] propKinds = new PropKind[Props.CAPACITY];
  private final int[][] props = new int[3][Props.CAPACITY];

  BattleFrame(long id, Battle of, int ticksPerSecond) {
    this.battle = id;
    this.mode = of.mode().label();
    this.ticksPerSecond = ticksPerSecond;
    this.arena = of.arena();
    for (int i = 0; i < of.fighters().count(); i++) {
      team[i] = of.mode().teamOf(i);
    }
  }

  /** Copies the state. On the thread that steps the battle. */
  void copy(Battle of) {
    tick = of.tick();
    ticksLeft = of.ticksLeft();
    packs = 0;
    for (int i = 0; i < Arena.PACKS; i++) {
      packs |= of.isPackThere(i) ? 1 << i : 0;
    }
    copyObjective(of.objective());
    copyFighters(of.fighters());
    copyProjectiles(of.projectiles());
    copyNpcs(of.npcs());
    copyProps(of.props());
  }

  private void copyObjective(Objective of) {
    objective[0] = of.circleX();
    objective[1] = of.circleY();
    objective[2] = of.circleRadius();
    objective[3] = of.score(0);
    objective[4] = of.score(1);
    objective[5] = Math.max(0, of.timerEndsAtTick() - tick);
    objective[6] = of.side();
  }

  private void copyFighters(Fighters of) {
    fighterCount = of.count();
    for (int i = 0; i < fighterCount; i++) {
      fighters[0][i] = of.x(i);
      fighters[1][i] = of.y(i);
      fighters[2][i] = of.velocityX(i);
      fighters[3][i] = of.velocityY(i);
      fighters[4][i] = of.aim(i);
      fighters[5][i] = of.health(i);
      fighters[6][i] = of.kills(i);
      fighters[7][i] = of.deaths(i);
      present[i] = of.isPresent(i);
      shielded[i] = of.isShielded(i, tick);
    }
  }

  private void copyProjectiles(Projectiles of) {
    projectileCount = of.count();
    for (int i = 0; i < projectileCount; i++) {
      projectiles[0][i] = of.x(i);
      projectiles[1][i] = of.y(i);
      projectiles[2][i] = of.direction(i);
      projectiles[3][i] = of.owner(i);
      weapons[i] = of.weapon(i);
    }
  }

  private void copyNpcs(Npcs of) {
    npcCount = of.count();
    for (int i = 0; i < npcCount; i++) {
      npcKinds[i] = of.kind(i);
      npcs[0][i] = of.x(i);
      npcs[1][i] = of.y(i);
      npcs[2][i] = of.health(i);
    }
  }

  private void copyProps(Props of) {
    propCount = of.count();
    for (int i = 0; i < propCount; i++) {
      propKinds[i] = of.kind(i);
      props[0][i] = of.x(i);
      props[1][i] = of.y(i);
      props[2][i] = of.carrier(i);
    }
  }

  /** Returns what was copied last; docs/play.md has the fields. */
  ObjectNode json() {
    ObjectNode json = StrictJson.object();
    json.put("battle", battle).put("mode", mode).put("tick", tick).put("ticks_left", ticksLeft);
    json.put("ticks_per_second", ticksPerSecond).put("size", Arena.SIZE);
    putArena(json);
    putObjective(json.putObject("objective"));
    ArrayNode array = json.putArray("fighters");
    for (int i = 0; i < fighterCount; i++) {
      putFighter(array.addObject(), i);
    }
    array = json.putArray("projectiles");
    for (int i = 0; i < projectileCount; i++) {
      array
          .addObject()
          .put("x", projectiles[0][i])
          .put("y", projectiles[1][i])
          .put("direction", projectiles[2][i])
          .put("owner", projectiles[3][i])
          .put("weapon", weapons[i].name().toLowerCase(Locale.ROOT))
          .put("speed", weapons[i].speed());
    }
    array = json.putArray("npcs");
    for (int i = 0; i < npcCount; i++) {
      array
          .addObject()
          .put("kind", npcKinds[i].name().toLowerCase(Locale.ROOT))
          .put("x", npcs[0][i])
          .put("y", npcs[1][i])
          .put("health", npcs[2][i])
          .put("radius", npcKinds[i].radiusUnits());
    }
    array = json.putArray("props");
    for (int i = 0; i < propCount; i++) {
      ObjectNode prop =
          array
              .addObject()
              .put("kind", propKinds[i].name().toLowerCase(Locale.ROOT))
              .put("x", props[0][i])
              .put("y", props[1][i])
              .put("radius", propKinds[i].radiusUnits());
      if (props[2][i] != Props.NOBODY) {
        prop.put("carrier", props[2][i]);
      }
    }
    return json;
  }

  private void putArena(ObjectNode json) {
    ArrayNode obstacles = json.putArray("obstacles");
    for (int i = 0; i < Arena.OBSTACLES; i++) {
      obstacles
          .addArray()
          .add(arena.left(i))
          .add(arena.bottom(i))
          .add(arena.right(i))
          .add(arena.top(i));
    }
    ArrayNode there = json.putArray("packs");
    for (int i = 0; i < Arena.PACKS; i++) {
      if ((packs >> i & 1) != 0) {
        there.addArray().add(arena.packX(i)).add(arena.packY(i));
      }
    }
  }

  private void putObjective(ObjectNode json) {
    json.put("x", objective[0]).put("y", objective[1]).put("radius", objective[2]);
    json.putArray("score").add(objective[3]).add(objective[4]);
    json.put("countdown_ticks", objective[5]).put("side", objective[6]);
  }

  private void putFighter(ObjectNode json, int i) {
    json.put("team", team[i]).put("x", fighters[0][i]).put("y", fighters[1][i]);
    json.put("velocity_x", fighters[2][i]).put("velocity_y", fighters[3][i]);
    json.put("aim", fighters[4][i]).put("health", fighters[5][i]);
    json.put("kills", fighters[6][i]).put("deaths", fighters[7][i]);
    json.put("present", present[i]).put("shielded", shielded[i]);
  }
}
