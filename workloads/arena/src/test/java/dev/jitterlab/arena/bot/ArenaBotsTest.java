package dev.jitterlab.arena.bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.arena.player.ReplayedPlayer;
import dev.jitterlab.arena.trace.Trace;
import dev.jitterlab.arena.trace.TraceFile;
import dev.jitterlab.arena.wire.WireFormat;
import dev.jitterlab.load.Load;
import dev.jitterlab.load.RequestStream;
import dev.jitterlab.load.Target;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.tick.Rate;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ArenaBotsTest {
  @Test
  void botsRefuseASearchWithoutARange() {
    StringWriter err = new StringWriter();
    int status =
        CommandLineProcess.commandLine(new ArenaBots())
            .setErr(new PrintWriter(err, true))
            .execute("--target=a=127.0.0.1:1", "--players=40", "--search-from=40");
    assertEquals(2, status, err::toString);
    assertTrue(err.toString().contains("raise --players"), err::toString);
  }

  @Test
  void everySeedBeginsWithAPlayerOfTheTrace() {
    Trace trace = TraceFile.shipped();
    for (long seed : new long[] {Long.MIN_VALUE, -1_001, -1, 0, 7, Long.MAX_VALUE}) {
      ReplayedPlayer player = new ReplayedPlayer(trace, BotCrowd.first(seed));
      player.decide(0);
      assertTrue(player.isHere(), () -> "seed " + seed);
    }
    assertEquals(7, BotCrowd.first(12_007));
  }

  @Test
  void aStateIsTooOldThatIsOlderThanTheLimit() {
    StateAges ages = new StateAges(200);
    StateAges.Wait wait = ages.begin(0);
    wait.ended(200);
    assertEquals(0, ages.old());
    wait.ended(401);
    assertEquals(1, ages.old());
    assertEquals(2, ages.looks());
  }

  @Test
  void aStateThatDoesNotComeCountsInEachLook() {
    StateAges ages = new StateAges(200);
    StateAges.Wait wait = ages.begin(0);
    wait.look(200);
    assertEquals(0, ages.looks(), "it may come in time");
    wait.look(300);
    wait.look(400);
    assertEquals(2, ages.old());
    wait.ended(450);
    assertEquals(2, ages.looks(), "counted already");
    wait.ended(550);
    assertEquals(3, ages.looks());
    assertEquals(2, ages.old());
  }

  @Test
  void botsRefuseARateThatServersDrop() {
    StringWriter err = new StringWriter();
    int status =
        CommandLineProcess.commandLine(new ArenaBots())
            .setErr(new PrintWriter(err, true))
            .execute(
                "--target=a=127.0.0.1:1",
                "--host=256.0.0.1", // if the rate were taken, nothing would be opened all the same
                "--rate=" + (WireFormat.MOST_MESSAGES_A_SECOND + 1));
    assertEquals(2, status, err::toString);
    assertTrue(err.toString().contains("--rate"), err::toString);
    assertFalse(err.toString().contains("256"), err::toString);
  }

  /** A server must not gain by keeping clients out: they are a part of the level that is held. */
  @Test
  void aClientThatIsNotLetInWaitsForAStateAndMayComeAgain() throws IOException {
    Target target = Target.parse("arena/1=127.0.0.1:1");
    Load load = new Load(List.of(target), () -> 0, new PrometheusRegistry());
    StateAges ages = new StateAges(200);
    ReplayedPlayer player = new ReplayedPlayer(TraceFile.shipped(), 0);
    player.decide(0);
    try (ClientSocket socket = new ClientSocket("127.0.0.1", 0)) {
      ArenaBot bot =
          new ArenaBot(
              load.stream(target, Rate.hz(10)),
              ages,
              player,
              socket,
              target.address(),
              "bot",
              0,
              1);
      bot.waitOutside(0);
      bot.answered(WireFormat.REFUSED, ByteBuffer.allocate(1));
      bot.waitOutside(150);
      assertEquals(0, ages.old());
      bot.waitOutside(300);
      bot.waitOutside(400);
      assertEquals(2, ages.old());
      assertEquals(2, ages.looks());
      assertTrue(bot.isRefused());
      assertFalse(bot.isPlaying(400));
      bot.leave(500);
      bot.come();
      assertFalse(bot.isRefused());
      bot.answered(WireFormat.WELCOME, ByteBuffer.allocate(Short.BYTES + Long.BYTES));
      assertTrue(bot.isPlaying(600));
    }
  }

  /** A server that leaves states out names the newest input alone. */
  @Test
  void anInputWhoseStateWasLeftOutIsEndedByTheNextOne() throws IOException {
    Target target = Target.parse("arena/1=127.0.0.1:1");
    Load load = new Load(List.of(target), () -> 0, new PrometheusRegistry());
    RequestStream stream = load.stream(target, Rate.hz(10));
    try (ClientSocket socket = new ClientSocket("127.0.0.1", 0)) {
      ArenaBot bot =
          new ArenaBot(
              stream,
              new StateAges(200),
              new ReplayedPlayer(TraceFile.shipped(), 0),
              socket,
              target.address(),
              "bot",
              0,
              1);
      int unused = stream.next(0);
      stream.sent();
      int newest = stream.next(100);
      stream.sent();
      bot.acknowledged(newest, 150);
    }
    assertEquals(1, load.of(target).answered());
    Histogram times = load.responseTimes().get("response;target=arena%2F1").get();
    assertEquals(2, times.getTotalCount());
  }
}
