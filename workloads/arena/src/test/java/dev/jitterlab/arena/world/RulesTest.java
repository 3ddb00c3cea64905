package dev.jitterlab.arena.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.tick.NanoClock;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.WaitingPeriods;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The rules, one step after the other, on a clock that stands still by itself. */
class RulesTest {
  private static final Rate RATE = Rate.hz(10);
  private static final long PERIOD_NS = RATE.periodNs();
  private static final int EAST = 0;
  private static final int WEST = 32_768;

  private final List<ActiveObject> objects = new ArrayList<>();
  private final List<RuntimeException> failures = new ArrayList<>();
  private long nowNs = 1;
  private World world;

  @BeforeEach
  void createWorld() {
    createWorld(Meeting.MAILBOXES);
  }

  private void createWorld(Meeting meeting) {
    objects.clear();
    world =
        new World(
            new WorldRules(1_000, 0, 100_000_000),
            () -> nowNs,
            tick -> {},
            (object, failure) -> failures.add(failure));
    world.changeTo(meeting, (object, firstAfterNs) -> objects.add(object));
  }

  private Fighter fighter(float x, float y) {
    return world.join("p", Goods.ofANewFighter(), x, y, RATE, ClientView.NONE);
  }

  private void step(int periods) {
    for (int i = 0; i < periods; i++) {
      nowNs += PERIOD_NS;
      for (ActiveObject object : List.copyOf(objects)) {
        if (!object.run(nowNs)) {
          objects.remove(object);
        }
      }
    }
    assertEquals(List.of(), failures);
  }

  private static void say(Fighter fighter, int keys, int heading) {
    assertTrue(fighter.contact().input(new ClientInput(1, keys, heading)));
  }

  @Test
  void saysHowManyPeriodsWaitWhereNothingRunsAFighterOrItsUpdateHangs() {
    List<WaitingPeriods> seen = new ArrayList<>();
    ClientView hanging =
        new ClientView() {
          @Override
          public boolean open(Fighter self, int fighters) {
            seen.add(world.waitingPeriods());
            nowNs += 5 * PERIOD_NS;
            seen.add(world.waitingPeriods());
            return false;
          }

          @Override
          public void fighter(int id, long position, int heading, int flags) {}

          @Override
          public void bolt(float x, float y, int heading) {}

          @Override
          public void close() {}
        };
    Fighter fighter = world.join("p", Goods.ofANewFighter(), 1_000, 1_000, RATE, hanging);
    assertEquals(WaitingPeriods.NONE, world.waitingPeriods());
    nowNs = fighter.dueNs() + 3 * PERIOD_NS;
    assertEquals(WaitingPeriods.of(3, PERIOD_NS), world.waitingPeriods());

    assertTrue(fighter.run(nowNs));

    assertEquals(
        List.of(WaitingPeriods.of(3, PERIOD_NS), WaitingPeriods.of(7, PERIOD_NS)),
        seen,
        "the three before it still wait, and the fourth has it");
    assertEquals(
        4, world.waitingPeriods().count(), "the next one was due a period after its start");
    step(1);
    assertEquals(4, world.waitingPeriods().count());
  }

  /** Metrics may be asked for at any moment while a player joins. */
  @Test
  void whoIsJustJoiningDoesNotWaitYet() {
    nowNs = 1_000 * PERIOD_NS;
    List<WaitingPeriods> seen = new ArrayList<>();
    boolean[] looks = {false};
    NanoClock clock =
        () -> {
          if (looks[0]) {
            looks[0] = false; // the look reads the clock, too
            seen.add(world.waitingPeriods());
            looks[0] = true;
          }
          return nowNs;
        };
    world =
        new World(
            new WorldRules(1_000, 0, 100_000_000),
            clock,
            tick -> {},
            (object, failure) -> failures.add(failure));
    world.changeTo(Meeting.MAILBOXES, (object, firstAfterNs) -> objects.add(object));

    looks[0] = true;
    fighter(1_000, 1_000);
    looks[0] = false;

    assertEquals(Set.of(WaitingPeriods.NONE), Set.copyOf(seen));
  }

  @Test
  void aFighterWalksAsFastInEveryDirectionAndStaysInside() {
    Fighter straight = fighter(1_000, 1_000);
    Fighter across = fighter(3_000, 1_000);
    Fighter outwards = fighter(20, 1_000);
    step(1);
    say(straight, ClientInput.RIGHT, EAST);
    say(across, ClientInput.RIGHT | ClientInput.DOWN, EAST);
    say(outwards, ClientInput.LEFT, WEST);

    step(10);

    float way = Positions.distance(straight.position(), Positions.of(1_000, 1_000));
    assertEquals(WorldRules.SPEED, way, 0.1f);
    assertEquals(way, Positions.distance(across.position(), Positions.of(3_000, 1_000)), 0.1f);
    assertEquals(WorldRules.RADIUS, Positions.x(outwards.position()));
  }

  @Test
  void aBoltHitsTheFirstInItsWayOnceAndEndsThere() {
    Fighter shooter = fighter(1_000, 1_000);
    Fighter first = fighter(1_200, 1_005);
    Fighter behind = fighter(1_260, 1_000);
    step(1);
    say(shooter, ClientInput.BOLT, EAST);
    step(1);
    say(shooter, 0, EAST);

    step(20);

    assertEquals(1, shooter.given());
    assertEquals(1, first.taken());
    assertEquals(0, behind.taken());
    assertEquals(3, objects.size(), "the bolt has ended");
    assertEquals("", world.audit());
  }

  @Test
  void aBoltEndsWithItsRange() {
    Fighter shooter = fighter(1_000, 1_000);
    Fighter far = fighter(1_000 + WorldRules.BOLT_RANGE + 60, 1_000);
    say(shooter, ClientInput.BOLT, EAST);
    step(1);
    say(shooter, 0, EAST);

    step(20);

    assertEquals(0, far.taken());
    assertEquals(2, objects.size());
  }

  @Test
  void aConeHitsEverybodyBeforeTheFighterAndNobodyBehind() {
    Fighter attacker = fighter(1_000, 1_000);
    Fighter before = fighter(1_080, 1_020);
    Fighter beside = fighter(1_000, 1_090);
    Fighter behind = fighter(920, 1_000);
    Fighter alsoBefore = fighter(1_100, 990);
    say(attacker, ClientInput.CONE, EAST);
    step(1);
    say(attacker, 0, EAST);
    step(2);

    assertEquals(2, attacker.given());
    assertEquals(1, before.taken());
    assertEquals(1, alsoBefore.taken());
    assertEquals(0, beside.taken() + behind.taken());
  }

  @Test
  void aKeyThatWasPressedAndLetGoBetweenTwoUpdatesCounts() {
    Fighter shooter = fighter(1_000, 1_000);
    fighter(1_100, 1_000);
    say(shooter, ClientInput.BOLT, EAST);
    say(shooter, 0, EAST);

    step(6);

    assertEquals(1, shooter.given());
  }

  @ParameterizedTest
  @EnumSource
  void aTradeMovesAGemOneWayAndACoinTheOther(Meeting meeting) {
    createWorld(meeting);
    Fighter seller = fighter(1_000, 1_000);
    Fighter buyer = fighter(1_050, 1_000);
    say(seller, ClientInput.TRADE, EAST);
    step(1);
    say(seller, 0, EAST);
    step(4);

    assertEquals(WorldRules.FIRST_GEMS - 1, seller.gems());
    assertEquals(WorldRules.FIRST_COINS + 1, seller.coins());
    assertEquals(WorldRules.FIRST_GEMS + 1, buyer.gems());
    assertEquals(WorldRules.FIRST_COINS - 1, buyer.coins());
    assertEquals(1, world.trades());
    assertEquals("", world.audit());
  }

  @Test
  void anOfferThatNobodyAnswersIsTakenBack() {
    Fighter seller = fighter(1_000, 1_000);
    Fighter asleep = fighter(1_050, 1_000);
    objects.remove(asleep);
    say(seller, ClientInput.TRADE, EAST);
    step(1);
    say(seller, 0, EAST);
    assertEquals(WorldRules.FIRST_GEMS - 1, seller.gems());

    step(25);

    assertEquals(WorldRules.FIRST_GEMS, seller.gems());
    assertEquals("", world.audit());
    objects.add(asleep);
    step(2);
    assertEquals(WorldRules.FIRST_COINS, asleep.coins(), "too late to accept");
  }

  @Test
  void whoseMailboxIsFullIsNotHitAndWhoseScoreCannotBeToldIsToldLater() {
    Fighter attacker = fighter(1_000, 1_000);
    Fighter full = fighter(1_080, 1_000);
    Fighter open = fighter(1_080, 1_020);
    int letters = 0;
    while (full.contact().hit()) {
      letters++;
    }
    int scores = 0;
    while (attacker.contact().scored(0)) {
      scores++;
    }
    Cone cone = new Cone(world, attacker, 1_000, 1_000, 0);

    assertTrue(cone.run(nowNs), "it has to report still");
    assertEquals(1, world.glances());
    assertTrue(cone.run(nowNs));
    step(1);
    assertEquals(false, cone.run(nowNs));
    step(1);

    assertEquals(letters, full.taken());
    assertEquals(1, open.taken());
    assertEquals(1, attacker.given());
    assertTrue(letters > 0 && scores > 0);
    assertTrue(world.refusedMessages() >= 3, "every refusal is counted");
  }

  @Test
  void theTerrainDependsOnThePositionAndOnTheSeed() {
    Terrain terrain = new Terrain(1);

    assertNotEquals(terrain.squares(10, 10, 1_000, 1), terrain.squares(500, 10, 1_000, 1));
    assertNotEquals(terrain.squares(10, 10, 1_000, 1), terrain.squares(10, 10, 1_000, 2));
    assertTrue(terrain.squares(4_095, 4_095, 5_000, 1) > 0, "it goes round at the end");
  }

  @Test
  void whoHasLeftIsSeenByNobodyAndReadsItsLettersBeforeItGoes() {
    Fighter leaver = fighter(1_000, 1_000);
    Fighter stays = fighter(1_060, 1_000);
    step(1);
    leaver.leave();
    step(1);
    assertEquals(List.of(stays), List.of(world.fighters()));
    assertTrue(leaver.contact().hit(), "sent before it was seen that it leaves");
    world.hits(1);
    assertTrue(stays.contact().scored(1));

    step(25);

    assertEquals(1, objects.size());
    assertEquals("", world.audit());
  }
}
