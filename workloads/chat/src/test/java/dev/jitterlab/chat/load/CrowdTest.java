package dev.jitterlab.chat.load;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.chat.room.Parting;
import dev.jitterlab.chat.server.ServerInTest;
import dev.jitterlab.chat.wire.Denial;
import dev.jitterlab.load.RequestOutcome;
import dev.jitterlab.load.TargetLoad;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The load against real servers. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class CrowdTest {
  private ServerInTest server;
  private ChatCrowds crowds;

  @AfterEach
  void close() {
    if (crowds != null) {
      crowds.close();
    }
    if (server != null) {
      server.close();
    }
  }

  private static ChatLoad parsed(String... options) {
    CommandLine command = ChatLoad.commandLine();
    command.parseArgs(options);
    return command.getCommand();
  }

  private void load(String... options) throws Exception {
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.add(
        "--target=chat/1=" + server.address().getHostString() + ":" + server.address().getPort());
    crowds = parsed(arguments.toArray(String[]::new)).start();
    crowds.awaitEntered();
  }

  private TargetLoad figures() {
    return crowds.load().targets().get(0);
  }

  private TargetCrowd crowd() {
    return crowds.crowds().get(0);
  }

  private long heard() {
    return crowd().users().stream().mapToLong(user -> user.share().heard.sum()).sum();
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }

  private void assertSound() {
    DeliveryFaults faults = crowd().faults();
    assertEquals(0, faults.lost.sum(), "lost");
    assertEquals(0, faults.doubled.sum(), "doubled");
    assertEquals(0, faults.reordered.sum(), "reordered");
    assertEquals(0, faults.altered.sum(), "altered");
  }

  @ParameterizedTest
  @ValueSource(strings = {"threads", "event-loop", "virtual-threads"})
  void closedUsersHearEachOtherAndNothingIsWrong(String design) throws Exception {
    server = ServerInTest.ofDesign(design);
    load("--rooms=3", "--room-users=5", "--think=1ms");
    await(() -> figures().answered() >= 2_000);
    assertSound();
    assertTrue(heard() >= 4 * 2_000, "each message has four listeners");
    assertEquals(0, figures().ended(RequestOutcome.FAILED));
    crowd().users().forEach(user -> assertTrue(user.share().heardByAll.sum() > 0));
  }

  @Test
  void usersOverWebSocketAreCheckedLikeOthers() throws Exception {
    server = ServerInTest.overWebSocket();
    load("--websocket=chat", "--rooms=2", "--room-users=5", "--think=1ms", "--text-bytes=300");
    await(() -> figures().answered() >= 500);
    assertSound();
    assertEquals(0, figures().ended(RequestOutcome.FAILED));
  }

  @Test
  void anOpenPlanIsKeptAndAnswered() throws Exception {
    server = ServerInTest.ofDesign("event-loop");
    load("--model=poisson", "--rate=2000", "--rooms=2", "--room-users=4", "--seed=7");
    await(() -> figures().answered() >= 500);
    assertSound();
    assertTrue(figures().offeredBy(System.nanoTime()) >= 500);
    assertEquals(0, figures().ended(RequestOutcome.OVERFLOW));
  }

  /** All are in time, or none is: the next level is higher, or lower. */
  @ParameterizedTest
  @CsvSource({"9s, 632", "1us, 63"})
  void aSearchFollowsThePromise(String slo, int next) throws Exception {
    server = ServerInTest.ofDesign("event-loop");
    load(
        "--model=constant",
        "--search-rate=20-2000",
        "--slo=" + slo,
        "--search-after=0",
        "--search-settle=1",
        "--search-hold=1",
        "--rooms=2",
        "--room-users=4");
    await(() -> level() == 200);
    await(() -> level() == 0);
    await(() -> level() == next);
    assertSound();
    long promised = figures().promised();
    assertTrue(promised >= 200, "a message is promised once, not to each listener: " + promised);
    assertTrue(promised <= figures().sent(), "a message is promised once, not to each listener");
    assertEquals(slo.equals("1us"), figures().missed() >= promised);
  }

  private long level() {
    return crowds.load().collect().stream()
        .filter(metric -> metric.getMetadata().getName().equals("jitterlab_load_level"))
        .flatMap(metric -> ((GaugeSnapshot) metric).getDataPoints().stream())
        .mapToLong(point -> (long) point.getValue())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void searchAndPromiseBelongTogether() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> parsed("--target=a=h:1", "--model=poisson", "--rate=100", "--slo=20ms").start());
    assertTrue(e.getMessage().contains("--search-rate and --slo belong together"), e::getMessage);
  }

  /** Else no message could be seen to be late. */
  @Test
  void aPromiseIsShorterThanTheTimeAfterWhichMessagesAreGivenUp() {
    String[] options = {
      "--target=a=h:1", "--model=poisson", "--search-rate=50-100", "--slo=2s", "--timeout=2s"
    };
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> parsed(options).start());
    assertTrue(e.getMessage().contains("--slo=2s is not below --timeout=2s"), e::getMessage);
  }

  private String scraped() throws Exception {
    return new String(crowds.metricsUri().toURL().openStream().readAllBytes(), UTF_8);
  }

  private long ofHostile(String kind) {
    switch (kind) {
      case "connects":
        return server.parted(Parting.LEFT) + server.parted(Parting.BROKEN);
      case "silent":
        return server.parted(Parting.GAVE_WAY);
      case "malformed":
        return server.refused(Denial.MALFORMED) + server.refused(Denial.BAD_NAME);
      case "oversized":
        return server.refused(Denial.OVERSIZE);
      case "trickle":
        return server.parted(Parting.NEVER_ENTERED) + server.parted(Parting.GAVE_WAY);
      case "chatter":
        return server.refused(Denial.TOO_FAST);
      default:
        throw new AssertionError(kind);
    }
  }

  /** Each kind is refused by its own name, and the others hear everything. */
  @ParameterizedTest
  @CsvSource({
    "threads,connects",
    "threads,silent",
    "threads,malformed",
    "event-loop,oversized",
    "event-loop,trickle",
    "event-loop,chatter",
    "event-loop,connects",
    "virtual-threads,malformed",
    "virtual-threads,chatter"
  })
  void hostileClientsAreRefusedAndTheOthersHearAll(String design, String kind) throws Exception {
    server = ServerInTest.guarded(design);
    String rate = kind.equals("chatter") ? "20000" : "200";
    load(
        "--model=poisson",
        "--rate=200",
        "--rooms=2",
        "--room-users=4",
        "--flood=chat:" + kind + ":" + rate);
    await(() -> ofHostile(kind) >= 50);
    long before = figures().answered();
    await(() -> figures().answered() >= before + 100);
    assertSound();
    assertEquals(0, figures().ended(RequestOutcome.FAILED));
    assertEquals(0, crowd().refusals(), "none of the users is refused");
    assertTrue(scraped().contains("jitterlab_chat_hostile_total{target=\"chat/1\"} "), scraped());
    assertEquals(8, crowd().present());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"chat:connects", "chat:wrong:5", "chat:silent:0", "chat:silent:5;chat:silent:6"})
  void aFloodThatMeansNothingIsSaid(String flood) {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> parsed("--target=a=127.0.0.1:1", "--flood=" + flood).start());
    assertTrue(e.getMessage().startsWith("--flood"), e::getMessage);
  }

  /** With the kernel's own buffer, 255 messages were said by then, and 47 with a small one. */
  @Test
  void aUserThatHasStoppedFillsItsQueueSoon() throws Exception {
    server = ServerInTest.ofShortQueues();
    load(
        "--model=constant",
        "--rate=200",
        "--rooms=1",
        "--room-users=4",
        "--text-bytes=512",
        "--stopped=chat:1");
    await(() -> server.dropped() > 0);
    long said = server.said();
    assertTrue(said < 120, "after " + said + " messages of half a kilobyte");
    await(() -> figures().answered() >= said);
    assertSound();
  }

  /** Else a server would be as fast as it is to those whom it lets in. */
  @Test
  void whatIsDueWhileUsersAreKeptAwayIsOut() throws Exception {
    server = ServerInTest.ofDesign("virtual-threads");
    load("--model=constant", "--rate=200", "--rooms=1", "--room-users=4");
    await(() -> figures().answered() >= 10);
    server.close();
    server = null;
    Supplier<Histogram> waiting =
        crowds.load().responseTimes().get("waiting-response;target=chat%2F1");
    await(() -> waiting.get().getTotalCount() >= 20);
    assertTrue(figures().sent() >= 20);
  }

  @Test
  void aReconnectStormLosesNothingOfWhoIsConnected() throws Exception {
    server = ServerInTest.ofDesign("virtual-threads");
    load(
        "--model=constant",
        "--rate=1000",
        "--rooms=2",
        "--room-users=10",
        "--storm=100ms:5",
        "--timeout=60s");
    await(() -> crowd().returns() >= 50);
    await(() -> figures().answered() >= 500);
    assertSound();
    assertEquals(0, figures().ended(RequestOutcome.FAILED), "the users leave by themselves");
    assertEquals(0, figures().lost());
    crowds.close(); // nobody comes back any more
    Map<String, Long> times = new TreeMap<>();
    crowds
        .load()
        .responseTimes()
        .forEach((tag, histogram) -> times.put(tag, histogram.get().getTotalCount()));
    long returns = times.get("step;target=chat%2F1;step=return");
    long storms = times.get("step;target=chat%2F1;step=storm");
    assertEquals(crowd().returns(), returns, "each return has a time");
    assertTrue(storms >= 1 && storms <= returns, storms + " storms, " + returns + " returns");
  }
}
