package dev.jitterlab.battle.gateway;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.battle.http.StrictJson;
import dev.jitterlab.battle.protocol.State;
import dev.jitterlab.battle.protocol.StateNpcs;
import dev.jitterlab.battle.protocol.StateObjective;
import dev.jitterlab.battle.protocol.StateProjectiles;
import dev.jitterlab.battle.protocol.StateProps;
import dev.jitterlab.battle.rules.Arena;
import dev.jitterlab.battle.rules.Props;
import dev.jitterlab.battle.rules.Weapon;
import java.util.Locale;

/**
 * What a player sees, as JSON with the fields of a view ({@code docs/play.md}), and {@code you}.
 * What is out of sight has nothing but {@code "seen": false}. For one thread.
 */
final class PersonPicture {
  private Arena arena; // of the last state

  /** Returns a state as a message for the page. */
  ObjectNode of(State state) {
    if (arena == null || arena.number() != state.arena()) {
      arena = new Arena(state.arena());
    }
    ObjectNode json = StrictJson.object();
    json.put("type", "state").put("battle", state.battle()).put("mode", state.mode().label());
    json.put("tick", state.tick()).put("ticks_left", state.ticksLeft());
    json.put("ticks_per_second", state.ticksPerSecond()).put("size", Arena.SIZE);
    json.put("you", state.you());
    putArena(json, state);
    putObjective(json.putObject("objective"), state);
    ArrayNode fighters = json.putArray("fighters");
    for (int i = 0; i < state.players(); i++) {
      putFighter(fighters.addObject(), state, i);
    }
    putProjectiles(json.putArray("projectiles"), state.projectiles());
    putNpcs(json.putArray("npcs"), state.npcs());
    putProps(json.putArray("props"), state.props());
    return json;
  }

  private void putArena(ObjectNode json, State state) {
    ArrayNode obstacles = json.putArray("obstacles");
    for (int i = 0; i < Arena.OBSTACLES; i++) {
      obstacles
          .addArray()
          .add(arena.left(i))
          .add(arena.bottom(i))
          .add(arena.right(i))
          .add(arena.top(i));
    }
    ArrayNode packs = json.putArray("packs");
    for (int i = 0; i < Arena.PACKS; i++) {
      if (state.isPackThere(i)) {
        packs.addArray().add(arena.packX(i)).add(arena.packY(i));
      }
    }
  }

  private static void putObjective(ObjectNode json, State state) {
    StateObjective goal = state.objective();
    json.put("x", goal.circleX()).put("y", goal.circleY()).put("radius", goal.circleRadius());
    json.putArray("score").add(goal.score(0)).add(goal.score(1));
    json.put("countdown_ticks", state.countdownTicks()).put("side", goal.side());
  }

  private static void putFighter(ObjectNode json, State state, int i) {
    json.put("team", state.mode().teamOf(i)).put("present", !state.isGone(i));
    boolean seen = state.fighters().isInSight(i);
    json.put("seen", seen);
    if (seen) {
      json.put("x", state.fighters().x(i)).put("y", state.fighters().y(i));
      json.put("velocity_x", state.fighters().velocityX(i));
      json.put("velocity_y", state.fighters().velocityY(i));
      json.put("aim", state.fighters().aim(i)).put("health", state.fighters().health(i));
      json.put("kills", state.fighters().kills(i));
      json.put("shielded", state.fighters().isShielded(i));
    }
  }

  private static void putProjectiles(ArrayNode json, StateProjectiles shots) {
    for (int i = 0; i < shots.count(); i++) {
      Weapon weapon = shots.weapon(i);
      json.addObject()
          .put("x", shots.x(i))
          .put("y", shots.y(i))
          .put("direction", shots.direction(i))
          .put("owner", shots.owner(i))
          .put("weapon", weapon.name().toLowerCase(Locale.ROOT))
          .put("speed", weapon.speed());
    }
  }

  private static void putNpcs(ArrayNode json, StateNpcs npcs) {
    for (int i = 0; i < npcs.count(); i++) {
      ObjectNode npc = json.addObject().put("seen", npcs.isInSight(i));
      if (npcs.isInSight(i)) {
        npc.put("kind", npcs.kind(i).name().toLowerCase(Locale.ROOT))
            .put("x", npcs.x(i))
            .put("y", npcs.y(i))
            .put("health", npcs.health(i))
            .put("radius", npcs.kind(i).radiusUnits());
      }
    }
  }

  private static void putProps(ArrayNode json, StateProps props) {
    for (int i = 0; i < props.count(); i++) {
      ObjectNode prop = json.addObject().put("seen", props.isInSight(i));
      if (props.isInSight(i)) {
        prop.put("kind", props.kind(i).name().toLowerCase(Locale.ROOT))
            .put("x", props.x(i))
            .put("y", props.y(i))
            .put("radius", props.kind(i).radiusUnits());
        if (props.carrier(i) != Props.NOBODY) {
          prop.put("carrier", props.carrier(i));
        }
      }
    }
  }
}
