package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.load.NettyTransport;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SelectStrategy;
import io.netty.util.concurrent.Future;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SendPacingTest {
  private static final int STATES_PER_TURN = 40;
  private static final int PLAYERS = 10;

  private final Deque<Runnable> tasks = new ArrayDeque<>();
  private final Deque<Runnable> atEnd = new ArrayDeque<>();
  private final List<Integer> sent = new ArrayList<>();
  private final SendPacing pacing = new SendPacing(STATES_PER_TURN, tasks::add, atEnd::add);

  /** A tick of a battle has handed its states over. */
  private void hand(int battle) {
    tasks.add(
        () ->
            pacing.ready(
                () -> {
                  sent.add(battle);
                  return PLAYERS;
                }));
  }

  /** Does what the event loop does after it has read; returns which battles have sent. */
  private List<Integer> turn() {
    sent.clear();
    for (int left = 1_000; left > 0 && !tasks.isEmpty(); left--) {
      tasks.remove().run();
    }
    assertTrue(tasks.isEmpty(), "the turn has no end");
    while (!atEnd.isEmpty()) {
      atEnd.remove().run();
    }
    return List.copyOf(sent);
  }

  @Test
  void readsAgainBeforeMoreIsSentThanATurnMay() {
    for (int battle = 0; battle < 10; battle++) {
      hand(battle);
    }
    assertEquals(List.of(0, 1, 2, 3), turn());
    assertEquals(List.of(4, 5, 6, 7), turn());
    assertEquals(List.of(8, 9), turn());
    assertEquals(List.of(), turn());
    assertTrue(tasks.isEmpty(), "an event loop without work may wait");
  }

  /** However many come: the one that waits longest is the next. */
  @Test
  void letsNobodyOvertakeABattleThatWaits() {
    for (int battle = 0; battle < 6; battle++) {
      hand(battle);
    }
    assertEquals(List.of(0, 1, 2, 3), turn());
    for (int battle = 6; battle < 9; battle++) {
      hand(battle);
    }
    tasks.addLast(tasks.removeFirst()); // whichever task the loop begins with
    assertEquals(List.of(4, 5, 6, 7), turn());
    assertEquals(List.of(8), turn());
  }

  @Test
  void eachTurnMaySendAsMuchAsTheOneBefore() {
    for (int turn = 0; turn < 100; turn++) {
      for (int battle = 0; battle < STATES_PER_TURN / PLAYERS; battle++) {
        hand(battle);
      }
      assertEquals(List.of(0, 1, 2, 3), turn());
    }
  }

  /** Those whose players have left are no reason for a turn without an end. */
  @Test
  void countsABattleThatSendsNothing() {
    for (int battle = 0; battle <= STATES_PER_TURN; battle++) {
      tasks.add(
          () ->
              pacing.ready(
                  () -> {
                    sent.add(0);
                    return 0;
                  }));
    }
    assertEquals(STATES_PER_TURN, turn().size());
    assertEquals(1, turn().size());
  }

  /** Netty's own event loops begin their turns with a look at the sockets. */
  @ParameterizedTest
  @EnumSource(names = {"NIO", "EPOLL"})
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void nettyLooksAtItsSocketsInBetween(NettyTransport transport) throws Exception {
    int battles = 1_000;
    CountDownLatch all = new CountDownLatch(battles);
    List<Integer> turns = new ArrayList<>();
    int[] inTurn = new int[1];
    EventLoopGroup network =
        transport.loops(
            1,
            () ->
                (look, hasTasks) -> {
                  turns.add(inTurn[0]);
                  inTurn[0] = 0;
                  return hasTasks ? look.get() : SelectStrategy.SELECT;
                });
    try {
      EventLoop loop = network.next();
      SendPacing real = SendPacing.of(loop, STATES_PER_TURN);
      Future<?> handed =
          loop.submit(
              () -> {
                for (int i = 0; i < battles; i++) {
                  loop.execute(
                      () ->
                          real.ready(
                              () -> {
                                inTurn[0] += PLAYERS;
                                all.countDown();
                                return PLAYERS;
                              }));
                }
              });
      handed.sync();
      all.await();
      loop.submit(() -> {}).sync();
    } finally {
      network.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
    }
    assertEquals(battles * PLAYERS, turns.stream().mapToInt(states -> states).sum() + inTurn[0]);
    assertEquals(STATES_PER_TURN, turns.stream().mapToInt(states -> states).max().orElseThrow());
  }
}
