package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.protocol.ServerPacket;
import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.load.NettyTransport;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What the network's thread of a whole server does in one turn. The test ends its rests. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class NetworkTurnsTest extends ServerFixture {
  private static final int GATHERED = 400;
  private static final int BATTLES = 27;
  private static final int BATTLE_SIZE = 10;

  private final Rests rests = new Rests();

  private GameServer.Options restingBy(NettyTransport transport, int gatherMs) {
    GameServer.Options options = by(transport);
    options.gatherNs = TimeUnit.MILLISECONDS.toNanos(gatherMs);
    options.clock = () -> 0; // so that each turn is too soon after the one before
    options.rest = rests;
    opened.add(rests);
    return options;
  }

  /** A turn reads at most 256 packets for each millisecond in which they gather. */
  @ParameterizedTest
  @CsvSource({"NIO, 1, 256", "NIO, 2, 400", "EPOLL, 1, 256", "EPOLL, 2, 400"})
  void readsWhatGatheredMeanwhile(NettyTransport transport, int gatherMs, int read)
      throws Exception {
    GameServer.Options options = restingBy(transport, gatherMs);
    GameServer server = start(options, 60, 100, Battle::new);
    TestPlayer one = player(server);
    rests.begin();
    for (int i = 0; i < GATHERED; i++) {
      one.sendRaw(new byte[1]);
    }
    rests.passTurn();
    assertEquals(read, metric(server, "jitterlab_packets_total{outcome=\"malformed\"}"));
    rests.passTurn();
    assertEquals(GATHERED, metric(server, "jitterlab_packets_total{outcome=\"malformed\"}"));
    assertEquals(Set.of(options.gatherNs), rests.lengthsNs);
  }

  /** A turn sends states until there were 256: those of 26 battles of ten. */
  @ParameterizedTest
  @EnumSource(names = {"NIO", "EPOLL"})
  void readsAgainBeforeItHasSentAll(NettyTransport transport) throws Exception {
    Queue<Battle> battles = new ConcurrentLinkedQueue<>();
    GameServer server =
        start(
            restingBy(transport, 1),
            600,
            BATTLE_SIZE,
            BATTLES * BATTLE_SIZE,
            (rules, players, seed) -> {
              Battle battle = new Battle(rules, players, seed);
              battles.add(battle);
              return battle;
            });
    for (int i = 0; i < BATTLES * BATTLE_SIZE; i++) {
      joined(server);
    }
    while (metric(server, "jitterlab_players") < BATTLES * BATTLE_SIZE) {
      Thread.sleep(10);
    }
    rests.begin();
    awaitTicks(battles);
    double before = states(server);
    double dropped = metric(server, "jitterlab_states_dropped_total");
    assertTrue(dropped >= BATTLES * BATTLE_SIZE, dropped + " states dropped for newer ones");
    rests.passTurn();
    assertEquals(26 * BATTLE_SIZE, states(server) - before);
    rests.passTurn();
    assertTrue(states(server) - before >= BATTLES * BATTLE_SIZE, "the last battle is the next");
  }

  /** Waits until each battle has handed over the states of at least two ticks. */
  private static void awaitTicks(Queue<Battle> battles) throws InterruptedException {
    List<Integer> from = battles.stream().map(Battle::tick).collect(Collectors.toList());
    int i = 0;
    for (Battle battle : battles) {
      while (battle.tick() < from.get(i) + 4) { // the first and the last may be under way
        Thread.sleep(10);
      }
      i++;
    }
  }

  private static double states(GameServer server) throws Exception {
    return metric(server, "jitterlab_states_total{encoding=\"full\"}")
        + metric(server, "jitterlab_states_total{encoding=\"delta\"}");
  }

  @ParameterizedTest
  @EnumSource(names = {"NIO", "EPOLL"})
  void neverRestsWhereNothingShallGather(NettyTransport transport) throws Exception {
    AtomicInteger count = new AtomicInteger();
    GameServer.Options options = restingBy(transport, 0);
    options.rest = ns -> count.incrementAndGet();
    GameServer server = start(options, 60, 100, Battle::new);
    TestPlayer one = joined(server);
    joined(server);
    one.await(ServerPacket.Type.STATE);
    assertEquals(0, count.get());
  }

  /** Rests of the network's thread, each of which ends when the test says so, once it has begun. */
  private static final class Rests implements LongConsumer, AutoCloseable {
    private final Set<Long> lengthsNs = ConcurrentHashMap.newKeySet();
    private final Semaphore begun = new Semaphore(0);
    private final Semaphore ended = new Semaphore(0);
    private volatile boolean areStepped;

    @Override
    public void accept(long restNs) {
      lengthsNs.add(restNs);
      if (areStepped) {
        begun.release();
        ended.acquireUninterruptibly();
      }
    }

    /** Waits for a rest, which lasts from now on. */
    void begin() throws InterruptedException {
      areStepped = true;
      begun.acquire();
    }

    /** Lets the network's thread work until its next rest. */
    void passTurn() throws InterruptedException {
      ended.release();
      begun.acquire();
    }

    /** Before the server, which waits for its network's thread. */
    @Override
    public void close() {
      areStepped = false;
      ended.release();
    }
  }
}
