package dev.jitterlab.arena.world;

import dev.jitterlab.tick.Rate;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * What fighters that are updated in parallel may see of one another, and what they may not, under
 * jcstress. In the world's package, to reach the parts. Run by
 *
 * <pre>
 * java -cp benchmarks/target/jitterlab-benchmarks.jar org.openjdk.jcstress.Main -t ArenaStress
 * </pre>
 */
public class ArenaStress {
  private static final World WORLD = world();

  private ArenaStress() {}

  private static World world() {
    World world =
        new World(new WorldRules(0, 0, 1_000_000), () -> 1, tick -> {}, (object, failure) -> {});
    world.changeTo(Meeting.MAILBOXES, (object, firstAfterNs) -> {});
    return world;
  }

  private static Fighter fighter(int id) {
    return new Fighter(WORLD, id, "p", new Goods(0, 0, 1, 1), 0, 0, Rate.hz(10), ClientView.NONE);
  }

  /** A fighter moves while another one looks at it: half a step may be seen, and nothing else. */
  @JCStressTest
  @State
  @Outcome(
      id = {"0, 0", "3, 4"},
      expect = Expect.ACCEPTABLE,
      desc = "before or after the step")
  @Outcome(
      id = {"3, 0", "0, 4"},
      expect = Expect.ACCEPTABLE,
      desc = "half a step: off by less than the step")
  @Outcome(expect = Expect.FORBIDDEN, desc = "a place where it never was")
  public static class Step {
    private final Fighter fighter = fighter(1);

    /** Its update. */
    @Actor
    public void moves() {
      fighter.place(3, 4);
    }

    /** The update of another one. */
    @Actor
    public void looks(II_Result result) {
      long position = fighter.position();
      result.r1 = (int) Positions.x(position);
      result.r2 = (int) Positions.y(position);
    }
  }

  /** Two attacks hit a fighter that reads its letters meanwhile: each hit counts once. */
  @JCStressTest
  @State
  @Outcome(id = "2, 2", expect = Expect.ACCEPTABLE, desc = "both hits count, once each")
  @Outcome(expect = Expect.FORBIDDEN, desc = "a hit was lost or doubled")
  public static class Hits {
    private final Fighter victim = fighter(1);
    private final Fighter attacker = fighter(2);

    private void attack() {
      if (victim.contact().hit()) {
        boolean unused = attacker.contact().scored(1); // there is room
      }
    }

    /** An attack. */
    @Actor
    public void attacks() {
      attack();
    }

    /** The victim's update, and another attack on the thread that ran it. */
    @Actor
    public void updates() {
      victim.contact().receive();
      attack();
    }

    /** Their next updates. */
    @Arbiter
    public void after(II_Result result) {
      victim.contact().receive();
      attacker.contact().receive();
      result.r1 = (int) victim.taken();
      result.r2 = (int) attacker.given();
    }
  }

  /** A seller loses patience in the moment in which the buyer accepts: one of them decides. */
  @JCStressTest
  @State
  @Outcome(id = "2, 2", expect = Expect.ACCEPTABLE, desc = "goods are as many as before")
  @Outcome(expect = Expect.FORBIDDEN, desc = "goods were lost or doubled")
  public static class Deal {
    private final Fighter seller = fighter(1);
    private final Fighter buyer = fighter(2);

    /** Creates an offer that is under way. */
    public Deal() {
      seller.contact().offerGemTo(buyer);
    }

    /** The seller's update. */
    @Actor
    public void takesBack() {
      seller.contact().settleTrades(true);
    }

    /** The buyer's update. */
    @Actor
    public void accepts() {
      buyer.contact().receive();
    }

    /** The seller's next update. */
    @Arbiter
    public void after(II_Result result) {
      seller.contact().settleTrades(true);
      result.r1 = seller.gems() + buyer.gems();
      result.r2 = seller.coins() + buyer.coins();
    }
  }
}
