package dev.jitterlab.battle.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.bot.link.Link;
import dev.jitterlab.battle.session.ConnectToken;
import dev.jitterlab.battle.session.ConnectTokens;
import dev.jitterlab.battle.session.ServerHandshake;
import dev.jitterlab.load.CountedShare;
import dev.jitterlab.load.LevelJudge;
import dev.jitterlab.load.Load;
import dev.jitterlab.load.Target;
import dev.jitterlab.load.TargetLoad;
import dev.jitterlab.tick.ExternalTask;
import dev.jitterlab.tick.ManualClock;
import dev.jitterlab.tick.Rate;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Bots that join a server which is slow, or behind a bad link; by a clock that is moved by hand.
 */
class BotHandshakeTest {
  private static final long MS = 1_000_000;
  private static final int BOTS = 60;
  private static final int TOKEN_SECONDS = 60; // the server's time is 0
  private static final Rate RATE = Rate.hz(20);
  private static final Target TARGET = Target.parse("s=127.0.0.1:4000");

  private final ManualClock clock = new ManualClock(100_000 * MS);
  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final Load load = new Load(List.of(TARGET), clock, registry);
  private final TargetLoad books = load.of(TARGET);
  private final BotMetrics metrics = new BotMetrics(registry).of("none");
  private final SecureRandom random = new SecureRandom();
  private final ConnectTokens tokens = ConnectTokens.development(random);
  private final List<ExternalTask> ticks = new ArrayList<>();
  private BattleDoor door = BattleDoor.SAME_SERVER;

  @Test
  void allGetInThoughTheServerTakesManyTicksForEachHandshake() {
    // 60 bots at 20 Hz would send 1,200 packets a second; this server does 40.
    SlowServer server = new SlowServer(25 * MS, MS / 10, 0);
    bots(server);
    int seconds = secondsUntilOpen(server);
    assertTrue(seconds <= 15, seconds + " s");
    assertEquals(BOTS, server.opened(), "none began again");
    assertEquals(books.sent(), books.offeredBy(clock.nanoTime() - 1));
    seconds(server, 5); // what waited behind the handshakes
    long sent = books.sent();
    long answered = books.answered();
    seconds(server, 3);
    assertEquals(60L * BOTS, books.sent() - sent);
    assertTrue(books.answered() - answered > 59L * BOTS, "the server answers all again");
  }

  @Test
  void allGetInThroughALossyLink() {
    SlowServer server = new SlowServer(MS, MS / 10, 20);
    bots(server);
    int seconds = secondsUntilOpen(server);
    assertTrue(seconds <= 15, seconds + " s");
    assertEquals(BOTS, server.opened(), "none began again");
  }

  @Test
  void aServerThatIsNotThereIsAskedEveryTwoSeconds() {
    SlowServer server = new SlowServer(Long.MAX_VALUE / 2, 0, 0);
    bots(server);
    seconds(server, 9);
    // At 0, 0.25, 0.75, 1.75, 3.75 s and so on.
    assertEquals(7L * BOTS, books.sent());
    assertEquals(7L * BOTS, books.offeredBy(clock.nanoTime()));
  }

  @Test
  void theStatesOfALostServerAreNotTakenForThoseOfTheNext() {
    SlowServer first = new SlowServer(0, 0, 0);
    Bot bot = bots(first, 1);
    first.play(1);
    seconds(first, 5);
    assertTrue(first.inputs() > 90, first.inputs() + " inputs");

    SlowServer next = new SlowServer(0, 0, 0); // it numbers its battles alike
    next.play(1);
    enter(bot, next, 0);
    seconds(next, 5);
    assertTrue(next.inputs() > 90, next.inputs() + " inputs");
    assertEquals(0, next.futureInputs(), "inputs that a server punishes");
  }

  @Test
  void theSilenceBetweenTwoSessionsIsATimeWithoutStates() {
    SlowServer server = new SlowServer(0, 0, 0);
    bots(server, 1);
    server.play(1);
    seconds(server, 5);
    double late = metrics.latePeriods();
    double periods = metrics.periods();
    clock.advance(4_000 * MS); // the server is silent, and the bot begins a session anew
    seconds(server, 5);
    assertEquals(2, server.opened());
    assertTrue(metrics.periods() > periods + 90, metrics.periods() + " periods");
    assertEquals(81, metrics.latePeriods() - late, 1, "4 s of silence, and the handshake");
  }

  @Test
  void aServerThatFallsSilentDuringAHoldDoesNotCarryTheLevel() {
    SlowServer server = new SlowServer(0, 0, 0);
    bots(server, 1);
    server.play(1);
    seconds(server, 2);
    LevelJudge judge = new CountedShare(metrics::periods, metrics::latePeriods, 0.01);
    judge.begin();
    seconds(server, 1);
    assertTrue(judge.isCarried());
    seconds(new SlowServer(0, 0, 0), 5); // it gives its time to another one
    assertFalse(judge.isCarried());
  }

  @Test
  void aPlayerWhomTheServerDoesNotAnswerCountsInASearch() {
    door = BattleDoor.SEARCHED;
    SlowServer server = new SlowServer(0, 0, 0);
    bots(server, 1);
    server.play(1);
    LevelJudge judge = new CountedShare(metrics::periods, metrics::latePeriods, 0.01);
    seconds(server, 2);
    judge.begin();
    seconds(server, 6);
    assertTrue(judge.isCarried());
    bots(new SlowServer(Long.MAX_VALUE / 2, 0, 0), 1);
    seconds(server, 4);
    judge.begin();
    seconds(server, 6);
    assertFalse(judge.isCarried());
  }

  /** A server lets few players a second in who were there a short while ago. */
  @Test
  void aGuestComesAsAnotherPlayerEachTime() throws Exception {
    ServerHandshake handshake = new ServerHandshake(tokens, random, 0);
    InetSocketAddress from = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    List<Long> players = new ArrayList<>();
    Link link =
        new Link() {
          @Override
          public Departure send(ByteBuffer packet, long nowNs) {
            byte[] bytes = new byte[packet.remaining()];
            packet.get(bytes);
            assertTrue(handshake.decode(bytes, bytes.length));
            handshake.verify(from, nowNs, 0);
            players.add(handshake.token().playerId());
            return Departure.SENT;
          }

          @Override
          public void close() {}
        };
    Bot bot = bots(new SlowServer(0, 0, 0), 1);
    TargetGuest guest = new TargetGuest(bot, () -> link, new DevelopmentGrants(random));
    for (int i = 0; i < 2; i++) {
      guest.come();
      long nowNs = clock.nanoTime();
      ticks.get(0).ticked(nowNs, nowNs, nowNs);
      clock.advance(50 * MS);
      guest.leave(clock.nanoTime());
    }
    assertEquals(2, players.size());
    assertNotEquals(players.get(0), players.get(1));
  }

  private void bots(SlowServer server) {
    bots(server, BOTS);
  }

  /** Lets so many bots join; returns the last. */
  private Bot bots(SlowServer server, int count) {
    Bot last = null;
    for (int i = 0; i < count; i++) {
      Bot bot =
          new Bot(load.stream(TARGET, RATE), new TacticalMind(i, 20), 0, door, metrics, random);
      enter(bot, server, i);
      ticks.add(new ExternalTask("bot-" + i, RATE, bot::tick));
      last = bot;
    }
    return last;
  }

  private void enter(Bot bot, SlowServer server, int player) {
    bot.enter(
        server.connect(bot), () -> tokens.issue(player, ConnectToken.LOBBY, 0, TOKEN_SECONDS));
  }

  private int secondsUntilOpen(SlowServer server) {
    int seconds = 0;
    while (server.open() < BOTS && seconds < 60) {
      second(server);
      seconds++;
    }
    return seconds;
  }

  private void seconds(SlowServer server, int count) {
    for (int i = 0; i < count; i++) {
      second(server);
    }
  }

  private void second(SlowServer server) {
    for (int tick = 0; tick < 20; tick++) {
      long nowNs = clock.nanoTime();
      ticks.forEach(bot -> bot.ticked(nowNs, nowNs, nowNs));
      for (int ms = 0; ms < 50; ms++) {
        clock.advance(MS);
        server.run(clock.nanoTime());
      }
    }
  }
}
