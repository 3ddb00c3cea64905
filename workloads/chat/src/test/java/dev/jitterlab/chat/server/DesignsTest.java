package dev.jitterlab.chat.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jitterlab.chat.room.Overflow;
import dev.jitterlab.chat.room.Parting;
import dev.jitterlab.chat.wire.ChatWire;
import dev.jitterlab.chat.wire.Denial;
import dev.jitterlab.chat.wire.FrameWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds for every design, over real sockets. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class DesignsTest {
  private final List<AutoCloseable> open = new ArrayList<>();
  private ServerInTest server;

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable one : open) {
      one.close();
    }
    if (server != null) {
      server.close();
    }
  }

  private void start(DesignKind kind, Consumer<ChatSettings> change) throws IOException {
    assumeTrue(
        kind != DesignKind.VIRTUAL_THREADS || Runtime.version().feature() >= 21,
        "needs `java -Djdk.virtualThreadScheduler.parallelism=1 --version | grep -E"
            + " '(2[1-9]|[3-9].)\\.'`");
    server =
        ServerInTest.start(
            settings -> {
              settings.design = kind;
              change.accept(settings);
            });
  }

  private ClientInTest enter(String room, String nickname) throws IOException {
    ClientInTest client = ClientInTest.entered(server, room, nickname);
    open.add(client);
    return client;
  }

  private ClientInTest stranger() throws IOException {
    ClientInTest client = new ClientInTest(server);
    open.add(client);
    return client;
  }

  private long refusals(Denial why) {
    return server.process().counters().of(why);
  }

  private long partings(Parting why) {
    return server.process().counters().of(why);
  }

  /** Waits for something that happens by itself; the test's timeout is its limit. */
  private static void await(LongSupplier figure, long expected) throws InterruptedException {
    while (figure.getAsLong() != expected) {
      TimeUnit.MILLISECONDS.sleep(2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theOthersOfTheRoomHearEveryMessageInOneOrder(DesignKind kind) throws Exception {
    start(
        kind,
        settings -> {
          settings.rooms.messageRate = 0;
          settings.rooms.queue = 1_000;
        });
    ClientInTest anna = enter("hall", "anna");
    ClientInTest bert = enter("hall", "bert");
    ClientInTest carl = enter("hall", "carl");
    ClientInTest other = enter("kitchen", "anna");
    assertEquals("bert", ClientInTest.name(skip(anna.await(ChatWire.JOINED), 1)));
    for (int i = 0; i < 200; i++) {
      anna.say("a" + i);
      bert.say("b" + i);
    }
    List<String> heardByCarl = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      heardByCarl.add(carl.hear());
    }
    for (int i = 0; i < 200; i++) {
      assertEquals("a" + i, bert.hear());
      assertEquals("b" + i, anna.hear());
    }
    assertEquals(
        List.of("a0", "a1", "a2"),
        heardByCarl.stream()
            .filter(text -> text.startsWith("a"))
            .limit(3)
            .collect(Collectors.toList()));
    assertEquals(400, heardByCarl.stream().distinct().count());
    other.say("alone");
    await(() -> server.said(), 401);
    assertEquals(
        800, server.process().counters().queued.sum(), "nobody hears what he says himself");
  }

  private static ByteBuffer skip(ByteBuffer frame, int bytes) {
    return frame.position(frame.position() + bytes);
  }

  @ParameterizedTest
  @EnumSource
  void presenceAndPrivateMessages(DesignKind kind) throws Exception {
    start(kind, settings -> {});
    ClientInTest anna = enter("hall", "anna");
    ClientInTest bert = enter("hall", "bert");
    anna.await(ChatWire.JOINED);
    anna.whisper("BERT", "psst");
    ByteBuffer whispered = bert.await(ChatWire.WHISPERED);
    assertEquals("anna", ClientInTest.name(whispered));
    assertEquals("psst", ClientInTest.text(whispered));
    anna.whisper("carl", "psst");
    assertEquals(Denial.NOBODY.number(), anna.await(ChatWire.REFUSED).get());
    bert.say("one");
    bert.close();
    ByteBuffer left = anna.await(ChatWire.LEFT);
    assertEquals(1, left.get(), "bert's place");
    assertEquals(1, left.getLong(), "he has said one message");
    ClientInTest again = new ClientInTest(server);
    open.add(again);
    again.enter("hall", "bert");
    ByteBuffer welcome = again.await(ChatWire.WELCOME);
    assertEquals(1, welcome.get(), "his place is free");
    assertEquals(1, welcome.getLong(), "the room has one message behind it");
    assertEquals(1, welcome.get(), "anna is there");
  }

  @ParameterizedTest
  @EnumSource
  void namesAreCheckedAndRoomsHaveLimits(DesignKind kind) throws Exception {
    start(
        kind,
        settings -> {
          settings.rooms.roomUsers = 2;
          settings.rooms.rooms = 1;
        });
    ClientInTest anna = enter("hall", "Änna");
    refused(Denial.NAME_TAKEN, "hall", "ÄNNA");
    refused(Denial.BAD_NAME, "hall", "<b>");
    refused(Denial.BAD_NAME, "hall", "");
    refused(Denial.BAD_NAME, "a-name-that-is-too-long", "bert");
    refused(Denial.TOO_MANY_ROOMS, "kitchen", "bert");
    ClientInTest bert = enter("hall", "bert");
    refused(Denial.ROOM_FULL, "hall", "carl");
    bert.say("hello");
    assertEquals("hello", anna.hear());
    assertEquals(2, server.process().rooms().users());
  }

  private void refused(Denial why, String room, String nickname) throws IOException {
    ClientInTest client = stranger();
    client.enter(room, nickname);
    assertEquals(why.number(), client.await(ChatWire.REFUSED).get(), nickname);
    client.awaitEnd();
    assertTrue(refusals(why) > 0);
  }

  @ParameterizedTest
  @EnumSource
  void badFramesEndTheirOwnConnectionOnly(DesignKind kind) throws Exception {
    start(kind, settings -> settings.rooms.textBytes = 100);
    ClientInTest anna = enter("hall", "anna");
    ClientInTest bert = enter("hall", "bert");
    byte[][] bad = {
      {0, 0, 0, 0},
      {-1, -1, -1, -1},
      {0, 0, 0, 1, 99},
      {127, 0, 0, 0, 2},
      new FrameWriter(ChatWire.SAY, 8).putText("too soon").frame(),
      new FrameWriter(ChatWire.ENTER, 8).put(9).put(1).put('a').put(1).put('b').frame(),
      new FrameWriter(ChatWire.ENTER, 8).put(1).put(200).put('a').frame(),
      new FrameWriter(ChatWire.ENTER, 8).put(1).put(1).put(-1).put(1).put('b').frame(),
    };
    for (byte[] frame : bad) {
      ClientInTest client = stranger();
      client.send(frame);
      client.awaitEnd();
    }
    ClientInTest carl = enter("hall", "carl");
    carl.say("x".repeat(101));
    carl.awaitEnd();
    ClientInTest dora = enter("hall", "dora");
    dora.send(new FrameWriter(ChatWire.SAY, 8).put(-1).frame());
    dora.awaitEnd();
    await(() -> partings(Parting.REFUSED), bad.length + 2);
    assertEquals(bad.length + 2, refusals(Denial.MALFORMED) + refusals(Denial.OVERSIZE));
    assertEquals(2, refusals(Denial.OVERSIZE), "a length and a text");
    anna.say("still here");
    assertEquals("still here", bert.hear());
  }

  @ParameterizedTest
  @EnumSource
  void whoSaysTooMuchIsRefusedAndHeardAgainLater(DesignKind kind) throws Exception {
    AtomicLong clock = new AtomicLong();
    start(
        kind,
        settings -> {
          settings.rooms.messageRate = 5;
          settings.clock = clock::get;
        });
    ClientInTest anna = enter("hall", "anna");
    ClientInTest bert = enter("hall", "bert");
    for (int i = 0; i < 50; i++) {
      anna.say("m" + i);
    }
    for (int i = 0; i < 5; i++) {
      assertEquals("m" + i, bert.hear());
    }
    assertEquals(Denial.TOO_FAST.number(), anna.await(ChatWire.REFUSED).get());
    await(() -> refusals(Denial.TOO_FAST) + server.said(), 50);
    assertEquals(5, server.said());
    clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(400));
    for (int i = 0; i < 50; i++) {
      anna.say("again");
    }
    await(() -> refusals(Denial.TOO_FAST) + server.said(), 100);
    assertEquals(7, server.said(), "two more in 0.4 s");
  }

  @ParameterizedTest
  @EnumSource
  void aStoppedReaderIsDisconnectedAndTheOthersHearAll(DesignKind kind) throws Exception {
    start(kind, settings -> slowReaders(settings, Overflow.DISCONNECT));
    ClientInTest anna = enter("hall", "anna");
    enter("hall", "stopped");
    ClientInTest bert = enter("hall", "bert");
    talkUntil(anna, bert, () -> partings(Parting.QUEUE_FULL) == 1);
    assertEquals(2, server.process().rooms().users());
    assertEquals(0, server.process().counters().dropped.sum());
  }

  @ParameterizedTest
  @EnumSource
  void aStoppedReaderMissesTheOldestAndIsToldHowMany(DesignKind kind) throws Exception {
    start(kind, settings -> slowReaders(settings, Overflow.DROP_OLDEST));
    ClientInTest anna = enter("hall", "anna");
    ClientInTest stopped = enter("hall", "stopped");
    ClientInTest bert = enter("hall", "bert");
    int said = talkUntil(anna, bert, () -> server.process().counters().dropped.sum() >= 20);
    assertEquals(3, server.process().rooms().users());
    int heard = 0;
    int missed = 0;
    long last = 0;
    while (heard + missed < said) {
      ByteBuffer frame = stopped.next();
      byte kindOfFrame = frame.get();
      if (kindOfFrame == ChatWire.MISSED) {
        missed += frame.getInt();
      } else if (kindOfFrame == ChatWire.SAID) {
        long number = frame.getLong(frame.position() + 9);
        assertTrue(number > last, "in order");
        last = number;
        heard++;
      }
    }
    assertEquals(said, last, "the newest is there");
    assertEquals(server.process().counters().dropped.sum(), missed);
  }

  @ParameterizedTest
  @EnumSource
  void whoSpeaksWaitsForASlowReaderAndNothingIsLost(DesignKind kind) throws Exception {
    start(kind, settings -> slowReaders(settings, Overflow.BACK_PRESSURE));
    ClientInTest anna = enter("hall", "anna");
    ClientInTest slow = enter("hall", "slow");
    ClientInTest bert = enter("hall", "bert");
    String text = "x".repeat(900);
    FutureTask<Void> speaker =
        beside(
            () -> {
              for (int i = 0; i < 600; i++) {
                anna.say(i + text);
              }
            });
    FutureTask<Void> listener =
        beside(
            () -> {
              for (int i = 0; i < 600; i++) {
                assertEquals(i + text, bert.hear());
              }
            });
    while (server.process().counters().held.sum() == 0) {
      TimeUnit.MILLISECONDS.sleep(2);
    }
    for (int i = 0; i < 600; i++) {
      assertEquals(i + text, slow.hear());
    }
    speaker.get();
    listener.get();
    assertEquals(1_200, server.process().counters().queued.sum());
    assertEquals(3, server.process().rooms().users());
  }

  @ParameterizedTest
  @EnumSource
  void whoWhispersWaitsForASlowReaderAndNothingIsLost(DesignKind kind) throws Exception {
    start(kind, settings -> slowReaders(settings, Overflow.BACK_PRESSURE));
    ClientInTest anna = enter("hall", "anna");
    ClientInTest slow = enter("hall", "slow");
    String text = "x".repeat(900);
    FutureTask<Void> speaker =
        beside(
            () -> {
              for (int i = 0; i < 600; i++) {
                anna.whisper("slow", i + text);
              }
            });
    while (server.process().counters().held.sum() == 0) {
      TimeUnit.MILLISECONDS.sleep(2);
    }
    for (int i = 0; i < 600; i++) {
      ByteBuffer whispered = slow.await(ChatWire.WHISPERED);
      assertEquals("anna", ClientInTest.name(whispered));
      assertEquals(i + text, ClientInTest.text(whispered));
    }
    speaker.get();
    while (server.process().counters().whispered.sum() < 600) {
      TimeUnit.MILLISECONDS.sleep(2); // the last one was heard before it was counted
    }
    assertEquals(600, server.process().counters().whispered.sum());
    assertEquals(2, server.process().rooms().users());
  }

  /** Nothing is read of her meanwhile, so nothing can be heard of her. */
  @ParameterizedTest
  @EnumSource
  void whoWaitsForASlowReaderIsNotSilent(DesignKind kind) throws Exception {
    AtomicLong clock = new AtomicLong();
    start(
        kind,
        settings -> {
          slowReaders(settings, Overflow.BACK_PRESSURE);
          settings.clock = clock::get;
          settings.silenceSeconds = 10;
          settings.patienceSeconds = 3_600;
        });
    ClientInTest anna = enter("hall", "anna");
    ClientInTest slow = enter("hall", "slow");
    String text = "x".repeat(900);
    FutureTask<Void> speaker =
        beside(
            () -> {
              for (int i = 0; i < 600; i++) {
                anna.say(i + text);
              }
            });
    while (server.process().counters().held.sum() == 0) {
      TimeUnit.MILLISECONDS.sleep(2);
    }
    int rounds = 3;
    for (int i = 1; i <= rounds; i++) {
      enter("kitchen", "silent" + i);
      for (int j = 0; j < 2; j++) {
        clock.addAndGet(TimeUnit.SECONDS.toNanos(6));
        long before = refusals(Denial.NOBODY);
        slow.whisper("nobody", "still here");
        await(() -> refusals(Denial.NOBODY), before + 1);
      }
      await(() -> partings(Parting.SILENT), i);
    }
    for (int i = 0; i < 600; i++) {
      assertEquals(i + text, slow.hear());
    }
    speaker.get();
    assertEquals(rounds, partings(Parting.SILENT));
    assertEquals(2, server.process().rooms().users());
  }

  /** What a client does while the test goes on. */
  private interface Talk {
    void run() throws IOException;
  }

  /** What goes wrong in it is thrown by {@code get}. */
  private static FutureTask<Void> beside(Talk talk) {
    FutureTask<Void> task =
        new FutureTask<>(
            () -> {
              talk.run();
              return null;
            });
    new Thread(task).start();
    return task;
  }

  private static void slowReaders(ChatSettings settings, Overflow overflow) {
    settings.rooms.overflow = overflow;
    settings.rooms.messageRate = 0;
    settings.rooms.queue = 16;
    settings.sendBufferBytes = 16 << 10;
  }

  /** One talks and the other hears each message; returns how many it took. */
  private static int talkUntil(
      ClientInTest speaker, ClientInTest listener, java.util.function.BooleanSupplier isEnough)
      throws IOException {
    int said = 0;
    while (!isEnough.getAsBoolean()) {
      String text = said + "x".repeat(900);
      speaker.say(text);
      assertEquals(text, listener.hear());
      said++;
    }
    return said;
  }

  @ParameterizedTest
  @EnumSource
  void aReaderThatTakesNothingIsGivenUp(DesignKind kind) throws Exception {
    AtomicLong clock = new AtomicLong();
    start(
        kind,
        settings -> {
          slowReaders(settings, Overflow.DROP_OLDEST);
          settings.clock = clock::get;
          settings.silenceSeconds = 86_400;
        });
    ClientInTest anna = enter("hall", "anna");
    enter("hall", "stopped");
    ClientInTest bert = enter("hall", "bert");
    talkUntil(
        anna,
        bert,
        () -> {
          clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(100));
          return partings(Parting.STUCK) == 1;
        });
    talkUntil(anna, bert, () -> server.process().rooms().users() == 2);
  }

  @ParameterizedTest
  @EnumSource
  void silentClientsAreAskedAndThenGivenUp(DesignKind kind) throws Exception {
    AtomicLong clock = new AtomicLong();
    start(kind, settings -> settings.clock = clock::get);
    ClientInTest anna = enter("hall", "anna");
    enter("hall", "half-open");
    ClientInTest stranger = stranger();
    await(() -> server.process().connections().count(), 3);
    clock.addAndGet(TimeUnit.SECONDS.toNanos(6));
    stranger.awaitEnd();
    await(() -> partings(Parting.NEVER_ENTERED), 1);
    clock.addAndGet(TimeUnit.SECONDS.toNanos(30));
    long number = anna.await(ChatWire.ARE_YOU_THERE).getLong();
    long reads = server.process().counters().reads.sum();
    anna.send(new FrameWriter(ChatWire.HERE, 8).putLong(number).frame());
    await(() -> server.process().counters().reads.sum(), reads + 1);
    clock.addAndGet(TimeUnit.SECONDS.toNanos(30));
    await(() -> partings(Parting.SILENT), 1);
    assertEquals(1, server.process().rooms().users(), "who answers stays");
  }

  @ParameterizedTest
  @EnumSource
  void whoFloodsAndSaysNothingGivesWay(DesignKind kind) throws Exception {
    start(
        kind,
        settings -> {
          settings.mostConnections = 100;
          settings.mostStrangers = 4;
        });
    ClientInTest anna = enter("hall", "anna");
    ClientInTest bert = enter("hall", "bert");
    List<ClientInTest> flood = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      flood.add(stranger());
    }
    await(() -> partings(Parting.GAVE_WAY), 36);
    assertEquals(0, refusals(Denial.SERVER_FULL));
    flood.get(0).awaitEnd();
    anna.say("unharmed");
    assertEquals("unharmed", bert.hear());
    enter("hall", "carl"); // while the flood has all places of strangers
    await(() -> partings(Parting.GAVE_WAY), 37);
    flood.get(39).enter("hall", "late"); // the youngest are still there
    flood.get(39).await(ChatWire.WELCOME);
    assertEquals(4, server.process().rooms().users());
  }

  @ParameterizedTest
  @EnumSource
  void aFullServerRefusesAndFillsAgain(DesignKind kind) throws Exception {
    start(kind, settings -> settings.mostConnections = 4);
    ClientInTest anna = enter("hall", "anna");
    ClientInTest bert = enter("hall", "bert");
    List<ClientInTest> flood = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      flood.add(stranger());
    }
    await(() -> refusals(Denial.SERVER_FULL), 18);
    assertEquals(Denial.SERVER_FULL.number(), flood.get(19).await(ChatWire.REFUSED).get());
    anna.say("unharmed");
    assertEquals("unharmed", bert.hear());
    for (ClientInTest one : flood) {
      one.close();
    }
    await(() -> server.process().connections().count(), 2);
    enter("hall", "carl");
  }

  @ParameterizedTest
  @EnumSource
  void framesThatComeByteByByteAreTheSame(DesignKind kind) throws Exception {
    start(kind, settings -> {});
    ClientInTest anna = enter("hall", "anna");
    ClientInTest bert = enter("hall", "bert");
    byte[] frame =
        new FrameWriter(ChatWire.SAY, 64)
            .put("in pieces, grüß Gott".getBytes(StandardCharsets.UTF_8))
            .frame();
    for (byte one : frame) {
      anna.send(new byte[] {one});
    }
    assertEquals("in pieces, grüß Gott", bert.hear());
    assertNotEquals(0, server.process().counters().writes.sum());
  }

  /** Else the history, which is closed next, may miss what was just said. */
  @Test
  void aLoopThatIsClosedIsAwaited() throws Exception {
    ChatLoop loop = new ChatLoop(null, 64);
    Thread closer =
        new Thread(
            () -> {
              loop.close();
              loop.awaitEnd(60_000);
            });
    AtomicBoolean wasAwaited = new AtomicBoolean();
    loop.start("loop");
    loop.execute(
        () -> {
          closer.start();
          while (closer.isAlive() && closer.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
          }
          wasAwaited.set(closer.isAlive());
        });
    loop.awaitEnd(60_000);
    closer.join();
    assertTrue(wasAwaited.get());
  }
}
