package dev.jitterlab.battle.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is special about each mode; by both forms of the logic. */
class GameModesTest {
  private static final BattleRules RULES = new BattleRules(20, 2_000, 1_000);
  private static final BattleInputs NOTHING = new BattleInputs();
  private static final int FAR = Fixed.ofUnits(Arena.SIZE) - BattleRules.RADIUS;

  private static Battle start(GameMode mode, Logic logic, int players) {
    Battle battle = new Battle(mode, logic, RULES, players, 11);
    battle.step(NOTHING);
    return battle;
  }

  private static void put(Battle battle, int fighter, int x, int y) {
    battle.fighters().place(fighter, x, y);
  }

  private static void steps(Battle battle, int steps) {
    for (int i = 0; i < steps; i++) {
      battle.step(NOTHING);
    }
  }

  @ParameterizedTest
  @EnumSource(Logic.class)
  void inLastStandingTheCircleShrinksHurtsAndNobodyComesBack(Logic logic) {
    Battle battle = start(GameMode.LAST_STANDING, logic, 3);
    Fighters fighters = battle.fighters();
    Objective circle = battle.objective();
    while (circle.circleRadius() > 2_000) {
      put(battle, 0, circle.circleX, circle.circleY);
      put(battle, 1, circle.circleX, circle.circleY);
      put(battle, 2, circle.circleX() > Arena.SIZE / 2 ? BattleRules.RADIUS : FAR, FAR);
      battle.step(NOTHING);
    }
    assertFalse(fighters.isAlive(2));
    assertEquals(1, fighters.deaths(2));
    assertEquals(2, circle.score(0));
    assertNull(battle.ending());
    battle.leave(1);
    battle.rejoin(1);
    battle.step(NOTHING);
    assertEquals(BattleEnding.OBJECTIVE, battle.ending());
    assertEquals(0, battle.winner(battle.ending()));
  }

  @ParameterizedTest
  @EnumSource(Logic.class)
  void inCollectTheTeamWinsThatHoldsMostCrystalsLongEnough(Logic logic) {
    Battle battle = start(GameMode.COLLECT, logic, 2);
    for (int i = 0; i < CollectMode.NEEDED; i++) {
      put(battle, 1, battle.props().x[i], battle.props().y[i]);
      battle.step(NOTHING);
    }
    assertEquals(1, battle.objective().side());
    assertTrue(battle.objective().score(1) >= CollectMode.NEEDED);
    assertTrue(battle.fighters().pace[1] < 100, "what one carries is heavy");
    put(battle, 0, FAR, FAR);
    put(battle, 1, BattleRules.RADIUS, BattleRules.RADIUS);
    steps(battle, RULES.ticks(CollectMode.HOLD_MILLIS) - 2);
    assertNull(battle.ending());
    steps(battle, 2);
    assertEquals(BattleEnding.OBJECTIVE, battle.ending());
    assertEquals(1, battle.winner(battle.ending()));
  }

  @ParameterizedTest
  @EnumSource(Logic.class)
  void inCollectWhoLeavesDropsAll(Logic logic) {
    Battle battle = start(GameMode.COLLECT, logic, 4);
    put(battle, 1, battle.props().x[0], battle.props().y[0]);
    battle.step(NOTHING);
    assertEquals(1, battle.props().carrier(0));
    battle.leave(1);
    battle.step(NOTHING);
    assertEquals(Props.NOBODY, battle.props().carrier(0));
  }

  @ParameterizedTest
  @EnumSource(Logic.class)
  void inEscortTheCartMovesWithMoreAttackersThanDefendersNear(Logic logic) {
    Battle battle = start(GameMode.ESCORT, logic, 3);
    Props props = battle.props();
    int beside = BattleRules.RADIUS + PropKind.CART.radius() + 10;
    int y = props.y[0];
    for (int i = 0; i < 3; i++) {
      put(battle, i, FAR, FAR);
    }
    battle.step(NOTHING);
    assertEquals(y, props.y[0], "alone it stands");
    put(battle, 0, props.x[0] - beside, y);
    battle.step(NOTHING);
    assertTrue(props.y[0] > y, "an attacker moves it");
    assertEquals(EscortMode.ATTACKERS, battle.objective().side());
    put(battle, 1, props.x[0] + beside, y);
    int contested = props.y[0];
    battle.step(NOTHING);
    assertEquals(contested, props.y[0], "a defender stops it");
    assertEquals(EscortMode.DEFENDERS, battle.objective().side());
  }

  @ParameterizedTest
  @EnumSource(Logic.class)
  void inEscortTheDefendersHaveTheClock(Logic logic) {
    Battle battle = start(GameMode.ESCORT, logic, 2);
    while (battle.ending() == null) {
      put(battle, 0, FAR, FAR);
      battle.step(NOTHING);
    }
    assertEquals(BattleEnding.TIME, battle.ending());
    assertEquals(EscortMode.DEFENDERS, battle.winner(battle.ending()));
  }

  @ParameterizedTest
  @EnumSource(Logic.class)
  void inTeamModesABattleEndsWithoutOneOfTheTeams(Logic logic) {
    Battle battle = start(GameMode.ESCORT, logic, 4);
    battle.leave(0);
    battle.step(NOTHING);
    assertNull(battle.ending());
    battle.leave(2);
    battle.step(NOTHING);
    assertEquals(BattleEnding.DESERTED, battle.ending());
    assertEquals(EscortMode.DEFENDERS, battle.winner(battle.ending()));
  }

  @ParameterizedTest
  @EnumSource(Logic.class)
  void aBoulderThatHitsTheBossHurtsItAndBouncesOff(Logic logic) {
    Battle battle = start(GameMode.BOSS, logic, 2);
    Npcs npcs = battle.npcs();
    Props props = battle.props();
    int health = npcs.health(BossMode.BOSS);
    put(battle, 0, FAR, FAR);
    put(battle, 1, FAR, FAR);
    int touching = NpcKind.BOSS.radius() + PropKind.BOULDER.radius();
    props.place(0, npcs.x[BossMode.BOSS] - touching, npcs.y[BossMode.BOSS]);
    props.velocityX[0] = RULES.perTick(12_000);
    props.mover[0] = 0;
    battle.step(NOTHING);
    assertTrue(npcs.health(BossMode.BOSS) < health, "hurt");
    assertTrue(props.velocityX[0] < 0, "bounced off");
  }

  @ParameterizedTest
  @EnumSource(Logic.class)
  void theBossSlamsWhereItAnnouncedTo(Logic logic) {
    Battle battle = start(GameMode.BOSS, logic, 2);
    Objective objective = battle.objective();
    while (objective.circleRadius() == 0) {
      battle.step(NOTHING);
    }
    Fighters fighters = battle.fighters();
    int announced = RULES.ticks(BossMode.SLAM_NOTICE_MILLIS);
    for (int i = 0; i < announced; i++) {
      fighters.health[0] = BattleRules.MAX_HEALTH;
      put(battle, 0, objective.circleX, objective.circleY + NpcKind.BOSS.radius() * 3 / 2);
      battle.step(NOTHING);
    }
    assertEquals(0, objective.circleRadius());
    assertTrue(fighters.health(0) < 80, "hurt by more than a shot or two");
  }

  @ParameterizedTest
  @EnumSource(Logic.class)
  void withoutLivesThePlayersLoseToTheBoss(Logic logic) {
    Battle battle = start(GameMode.BOSS, logic, 2);
    battle.objective().score[0] = 0;
    while (battle.ending() == null) {
      for (int i = 0; i < 2; i++) {
        put(battle, i, battle.npcs().x[BossMode.BOSS], battle.npcs().y[BossMode.BOSS]);
      }
      battle.step(NOTHING);
    }
    assertEquals(BattleEnding.DEFEAT, battle.ending());
    assertEquals(GameMode.NO_TEAM, battle.winner(battle.ending()));
  }

  @ParameterizedTest
  @EnumSource(Logic.class)
  void whoReturnsAppearsAfterTheTimeOfARespawn(Logic logic) {
    Battle battle = start(GameMode.DEATHMATCH, logic, 3);
    battle.leave(1);
    battle.step(NOTHING);
    battle.rejoin(1);
    steps(battle, RULES.respawnTicks() - 1);
    assertFalse(battle.fighters().isAlive(1));
    battle.step(NOTHING);
    assertTrue(battle.fighters().isAlive(1));
  }
}
