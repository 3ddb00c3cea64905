package dev.jitterlab.tick;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * The smallest world with all the elements of LEARS, section III.D: players who move and shoot, and
 * projectiles that live for a while, read where the players are, and tell who was hit. Everybody
 * writes only its own state.
 */
final class LearsWorld {
  private static final long MS = 1_000_000;
  private static final double SIZE = 1_000;

  /** What players are told. */
  enum Message {
    HIT,
    SCORED
  }

  private final LocklessScheduler scheduler;
  private final int shotsEach;
  private final List<Player> players = new ArrayList<>();
  private final CountDownLatch flying;
  private final CountDownLatch unsettled;
  final LongAdder sent = new LongAdder();

  LearsWorld(LocklessScheduler scheduler, int playerCount, int shotsEach) {
    this.scheduler = scheduler;
    this.shotsEach = shotsEach;
    this.flying = new CountDownLatch(playerCount * shotsEach);
    this.unsettled = new CountDownLatch(playerCount);
    for (int i = 0; i < playerCount; i++) {
      players.add(new Player("player " + i, i * SIZE / playerCount));
    }
    players.forEach(player -> scheduler.start(player.name, Rate.hz(200), player));
  }

  /**
   * Waits until all shots are fired and have ended, and all players have read their messages.
   *
   * @return false if that takes too long for any machine
   */
  boolean awaitEnd() throws InterruptedException {
    return unsettled.await(60, TimeUnit.SECONDS);
  }

  List<Player> players() {
    return players;
  }

  private static double around(double x) {
    return (x % SIZE + SIZE) % SIZE;
  }

  final class Player implements TickTask {
    final String name;
    final Mailbox<Message> mailbox;
    private final Owner owner;
    private volatile double x; // read by all
    private int shots;
    private boolean settled;
    long hits;
    long scores;

    Player(String name, double x) {
      this.name = name;
      this.x = x;
      this.mailbox = new Mailbox<>(name, 4);
      this.owner = Owner.of(name);
    }

    void moveTo(double newX) {
      owner.checkWrite();
      x = newX;
    }

    @Override
    public void tick(Tick tick) {
      boolean last = !settled && flying.getCount() == 0;
      mailbox.drain(this::receive);
      moveTo(around(x + (tick.index() % 40 < 20 ? 3 : -2)));
      if (shots < shotsEach) {
        shots++;
        Projectile projectile = new Projectile(this, x);
        scheduler.spawn("projectile of " + name, 2 * MS, projectile);
      } else if (last) {
        settled = true;
        unsettled.countDown();
      }
    }

    private void receive(Message message) {
      owner.checkWrite();
      switch (message) {
        case HIT:
          hits++;
          return;
        case SCORED:
          scores++;
          return;
      }
      throw new AssertionError(message);
    }
  }

  private final class Projectile implements SelfSchedulingTask {
    private final Player shooter;
    private double x;

    Projectile(Player shooter, double x) {
      this.shooter = shooter;
      this.x = x;
    }

    @Override
    public void update(Turn turn) {
      x = around(x + 10);
      Player target = target();
      if (target != null) {
        tell(target, Message.HIT);
        tell(shooter, Message.SCORED);
      } else if (turn.tick().index() < 20) {
        turn.again(2 * MS);
        return;
      }
      flying.countDown();
    }

    private Player target() {
      for (Player player : players) {
        if (player != shooter && Math.abs(player.x - x) < 6) {
          return player;
        }
      }
      return null;
    }

    private void tell(Player player, Message message) {
      sent.increment();
      boolean unused = player.mailbox.offer(message); // if it is full, the mailbox counts it
    }
  }
}
