package dev.jitterlab.connections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.observer.UnavailableException;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** On real sockets; each hostile client stands beside one that talks and must not be harmed. */
@Timeout(60)
class ConnectionHouseTest {
  /** A test that waits for longer has failed. */
  private static final int HANG_MS = 60_000;

  private final List<AutoCloseable> parts = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable part : parts) {
      part.close();
    }
  }

  private static ConnectionLimits limits() {
    ConnectionLimits limits = new ConnectionLimits();
    limits.connections = 20;
    limits.silent = 5;
    limits.helloMs = 60_000;
    limits.frameBytes = 1_024;
    limits.waitingFrames = 8;
    limits.backlog = 64;
    return limits;
  }

  private static House.Keeper keeper(HoldingDesign design) throws IOException {
    switch (design) {
      case THREADS:
        return ThreadKeeper.platform(256 << 10);
      case VIRTUAL:
        return ThreadKeeper.virtual();
      case EVENT_LOOP:
        return new LoopKeeper();
    }
    throw new IllegalStateException();
  }

  private House house(HoldingDesign design, ConnectionLimits limits) throws IOException {
    return house(keeper(design), limits);
  }

  private House house(House.Keeper keeper, ConnectionLimits limits) throws IOException {
    return house(keeper, limits, Map::of);
  }

  private House house(House.Keeper keeper, ConnectionLimits limits, Footprint.Meter meter)
      throws IOException {
    House house =
        House.open(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            limits,
            keeper,
            new Footprint(meter));
    parts.add(0, house);
    return house;
  }

  private Guest guest(House house) throws IOException {
    Guest guest = new Guest(house.address());
    parts.add(0, guest);
    return guest;
  }

  /** A client of plain calls. */
  private static final class Guest implements AutoCloseable {
    private final Socket socket = new Socket();
    private final DataInputStream in;
    private final OutputStream out;

    Guest(InetSocketAddress to) throws IOException {
      socket.setSoTimeout(HANG_MS);
      socket.connect(to);
      in = new DataInputStream(socket.getInputStream());
      out = socket.getOutputStream();
    }

    void send(ByteBuffer frame) throws IOException {
      byte[] bytes = new byte[frame.remaining()];
      frame.get(bytes);
      out.write(bytes);
    }

    Guest hello() throws IOException {
      send(Frame.of(Frame.HELLO));
      assertEquals(Frame.WELCOME, read()[0]);
      return this;
    }

    byte[] read() throws IOException {
      byte[] frame = new byte[in.readInt()];
      in.readFully(frame);
      return frame;
    }

    void requireEcho() throws IOException {
      send(Frame.of(Frame.MESSAGE, 42));
      byte[] echo = read();
      assertEquals(Frame.ECHO, echo[0]);
      assertEquals(42, ByteBuffer.wrap(echo, 1, 8).getLong());
    }

    boolean isClosedByServer() {
      try {
        return in.read() < 0;
      } catch (IOException e) {
        return true;
      }
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      Thread.sleep(1);
    }
  }

  private static long closed(House house, String reason) {
    return house.counts().closed().get(reason).sum();
  }

  @ParameterizedTest
  @EnumSource(HoldingDesign.class)
  void sendsBackAndBroadcasts(HoldingDesign design) throws Exception {
    House house = house(design, limits());
    Guest one = guest(house).hello();
    Guest other = guest(house).hello();
    one.requireEcho();
    house.broadcast();

    assertEquals(Frame.BROADCAST, one.read()[0]);
    assertEquals(Frame.BROADCAST, other.read()[0]);
    ByteBuffer times = ByteBuffer.allocate(12).putLong(5_000_000).putInt(3);
    one.send(Frame.of(Frame.TIMES, times.array()));
    one.requireEcho();
    assertEquals(3, house.times().count());
    assertEquals(0.005, house.times().seconds(0.5), 1e-4);
    one.send(Frame.of(Frame.STEP));
    assertEquals(Frame.STEP_MEASURED, one.read()[0]);
    assertEquals(1, house.footprint().steps());
    other.close();
    await(() -> house.counts().open.get() == 1);
  }

  /** Each measurement collects all garbage twice. Honest clients wait for the answer. */
  @ParameterizedTest
  @EnumSource(HoldingDesign.class)
  void measuresOneStepAtATimeAndClosesAClientThatAsksMeanwhile(HoldingDesign design)
      throws Exception {
    AtomicInteger readings = new AtomicInteger();
    CountDownLatch goesOn = new CountDownLatch(1);
    House house =
        house(
            keeper(design),
            limits(),
            () -> {
              readings.incrementAndGet();
              awaitOrFail(goesOn);
              return Map.of();
            });
    Guest good = guest(house).hello();
    Guest greedy = guest(house).hello();
    good.send(Frame.of(Frame.STEP));
    await(() -> readings.get() == 1);
    ByteBuffer stepAndMessage = ByteBuffer.allocate(64);
    stepAndMessage.put(Frame.of(Frame.STEP)).put(Frame.of(Frame.MESSAGE, 42)).flip();
    greedy.send(stepAndMessage);
    assertTrue(greedy.isClosedByServer());
    assertEquals(1, closed(house, "malformed"));
    good.requireEcho();

    goesOn.countDown();
    assertEquals(Frame.STEP_MEASURED, good.read()[0]);
    assertEquals(1, readings.get());
    good.send(Frame.of(Frame.STEP));
    assertEquals(Frame.STEP_MEASURED, good.read()[0]);
    assertEquals(2, house.footprint().steps());
  }

  private static void awaitOrFail(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new InterruptedIOException("the house closes");
    }
  }

  /** Its reader may be faster than the thread that admits it. */
  @Test
  void broadcastsToAConnectionThatIsWelcomedWhileItIsAdmitted() throws Exception {
    House.Keeper threads = ThreadKeeper.platform(256 << 10);
    House house =
        house(
            new House.Keeper() {
              @Override
              public HeldConnection admit(SocketChannel channel, House to) throws IOException {
                HeldConnection admitted = threads.admit(channel, to);
                while (!admitted.saidHello() || !to.counts().hasGreeted()) {
                  Thread.onSpinWait();
                }
                to.broadcast();
                return admitted;
              }

              @Override
              public void close() {
                threads.close();
              }
            },
            limits());

    assertEquals(Frame.BROADCAST, guest(house).hello().read()[0]);
  }

  @ParameterizedTest
  @EnumSource(HoldingDesign.class)
  void welcomesBeforeItBroadcasts(HoldingDesign design) throws Exception {
    ConnectionLimits limits = limits();
    limits.waitingFrames = Integer.MAX_VALUE;
    House house = house(design, limits);
    AtomicBoolean goesOn = new AtomicBoolean(true);
    Thread broadcaster =
        new Thread(
            () -> {
              while (goesOn.get()) {
                house.broadcast();
              }
            });
    broadcaster.start();
    try {
      for (int i = 0; i < 300; i++) {
        await(() -> house.counts().open.get() < limits.connections); // else it refuses the next one
        try (Guest guest = new Guest(house.address())) {
          guest.hello();
        }
      }
    } finally {
      goesOn.set(false);
      broadcaster.join();
    }
  }

  @ParameterizedTest
  @EnumSource(HoldingDesign.class)
  void closesWhoeverSendsNoFrames(HoldingDesign design) throws Exception {
    House house = house(design, limits());
    Guest good = guest(house).hello();
    Guest oversized = guest(house).hello();
    oversized.send(ByteBuffer.wrap(new byte[] {0x7f, 0, 0, 0, 3}));
    assertTrue(oversized.isClosedByServer());
    Guest malformed = guest(house).hello();
    malformed.send(ByteBuffer.wrap(new byte[] {0, 0, 0, 0}));
    assertTrue(malformed.isClosedByServer());
    Guest unknown = guest(house).hello();
    unknown.send(Frame.of((byte) 99));
    assertTrue(unknown.isClosedByServer());
    Guest impolite = guest(house);
    impolite.send(Frame.of(Frame.MESSAGE, 1));
    assertTrue(impolite.isClosedByServer());

    await(() -> house.counts().open.get() == 1);
    assertEquals(1, closed(house, "oversized"));
    assertEquals(3, closed(house, "malformed"));
    assertEquals(0, house.counts().silent.get());
    good.requireEcho();
  }

  @ParameterizedTest
  @EnumSource(HoldingDesign.class)
  void aFloodOfSilentConnectsTakesNobodysPlace(HoldingDesign design) throws Exception {
    House house = house(design, limits());
    Guest good = guest(house).hello();
    List<Guest> flood = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      flood.add(guest(house));
    }
    assertTrue(flood.get(0).isClosedByServer(), "the oldest silent one goes first");
    await(() -> closed(house, "flood") == 25);
    good.requireEcho();
    Guest late = guest(house).hello();
    late.requireEcho();
    assertEquals(0, house.counts().refused().get("server-full").sum());
  }

  @ParameterizedTest
  @EnumSource(HoldingDesign.class)
  void closesHalfOpenOnesAndFramesThatDoNotEnd(HoldingDesign design) throws Exception {
    ConnectionLimits limits = limits();
    limits.helloMs = 1;
    House house = house(design, limits);
    Guest silent = guest(house);
    assertTrue(silent.isClosedByServer());
    assertEquals(1, closed(house, "silent"));

    limits.helloMs = 60_000;
    House patient = house(design, limits);
    Guest good = guest(patient).hello();
    Guest half = guest(patient).hello();
    half.send(ByteBuffer.wrap(new byte[] {0, 0}));
    good.requireEcho();
    assertEquals(2, patient.counts().open.get());
  }

  /** As of a busy client, whose reads never end where a frame does. */
  @Test
  void theTimeOfAFrameBeginsAnewWithEachFrame() throws Exception {
    House house = house(HoldingDesign.EVENT_LOOP, limits());
    try (SocketChannel channel = SocketChannel.open(house.address())) {
      HeldConnection busy =
          new HeldConnection(channel, house) {
            @Override
            void wakeWriter() {}
          };
      assertTrue(busy.take(bytes(Frame.of(Frame.HELLO), 0, 5)));
      assertTrue(busy.take(bytes(Frame.of(Frame.MESSAGE, 1), 0, 6)));
      await(() -> busy.isStuck(System.nanoTime(), 0));
      long afterFirstNs = System.nanoTime();
      assertTrue(busy.take(bytes(Frame.of(Frame.MESSAGE, 1), 6, 10)));
      assertTrue(busy.isStuck(afterFirstNs, 0), "the frame goes on");

      ByteBuffer endAndBeginning = ByteBuffer.allocate(64);
      endAndBeginning.put(bytes(Frame.of(Frame.MESSAGE, 1), 10, 13));
      endAndBeginning.put(bytes(Frame.of(Frame.MESSAGE, 2), 0, 6)).flip();
      assertTrue(busy.take(endAndBeginning));
      assertTrue(busy.isInFrame());
      assertFalse(busy.isStuck(afterFirstNs, 0), "another frame has begun since");
      busy.giveUp("gone");
    }
  }

  private static ByteBuffer bytes(ByteBuffer frame, int from, int to) {
    return ByteBuffer.wrap(Arrays.copyOfRange(frame.array(), from, to));
  }

  @ParameterizedTest
  @EnumSource(HoldingDesign.class)
  void refusesMoreThanItMayHoldAndTakesThemLater(HoldingDesign design) throws Exception {
    ConnectionLimits limits = limits();
    limits.connections = 2;
    House house = house(design, limits);
    Guest one = guest(house).hello();
    Guest two = guest(house).hello();
    assertTrue(guest(house).isClosedByServer());
    assertEquals(1, house.counts().refused().get("server-full").sum());
    two.close();
    await(() -> house.counts().open.get() == 1);
    guest(house).hello().requireEcho();
    one.requireEcho();
  }

  @ParameterizedTest
  @EnumSource(HoldingDesign.class)
  void closesAReaderThatDoesNotRead(HoldingDesign design) throws Exception {
    House house = house(design, limits());
    Guest good = guest(house).hello();
    Guest slow = guest(house).hello();
    byte[] kib = new byte[1_000];
    Thread flooding =
        new Thread(
            () -> {
              try {
                while (true) {
                  slow.send(Frame.of(Frame.MESSAGE, kib));
                }
              } catch (IOException e) {
                // The server has closed it.
              }
            });
    flooding.start();
    await(() -> closed(house, "slow") == 1);
    flooding.join();
    good.requireEcho();
  }

  @Test
  void framesComeInAnyPieces() throws Exception {
    FrameParser parser = new FrameParser(64);
    List<Byte> types = new ArrayList<>();
    ByteBuffer both = ByteBuffer.allocate(64);
    both.put(Frame.of(Frame.MESSAGE, 7)).put(Frame.of(Frame.STEP)).flip();
    while (both.hasRemaining()) {
      int before = types.size();
      boolean hasEnded =
          parser.take(ByteBuffer.wrap(new byte[] {both.get()}), (type, payload) -> types.add(type));
      assertEquals(types.size() > before, hasEnded);
    }
    assertEquals(List.of(Frame.MESSAGE, Frame.STEP), types);
    assertTrue(!parser.isInFrame());
  }

  @Test
  void theSlopeHasAnInterval() {
    double[] x = {100, 200, 300, 400, 500};
    Slope exact = Slope.of(x, new double[] {1_200, 2_200, 3_200, 4_200, 5_200});
    assertEquals(10, exact.value(), 1e-9);
    assertEquals(10, exact.low(), 1e-9);

    Slope noisy = Slope.of(x, new double[] {1_210, 2_190, 3_200, 4_190, 5_210});
    assertEquals(10, noisy.value(), 1e-9);
    assertEquals(3.182 * Math.sqrt(400.0 / 3 / 100_000), noisy.high() - 10, 1e-9);
    assertTrue(Double.isNaN(Slope.of(new double[] {1}, new double[] {1}).value()));
  }

  @Test
  void tooFewDescriptorsAreNamedBeforeAnythingStarts() throws Exception {
    Descriptors.require(1_200, 1_000, "--connections");
    UnavailableException error =
        assertThrows(
            UnavailableException.class, () -> Descriptors.require(1_024, 15_000, "--connections"));
    assertTrue(error.getMessage().contains("ulimit -n 15200"), error.getMessage());
    assertTrue(error.getMessage().contains("may have 1024"), error.getMessage());
  }

  @Test
  void aClosedChannelIsNoConnection() throws Exception {
    House house = house(HoldingDesign.EVENT_LOOP, limits());
    try (SocketChannel channel = SocketChannel.open(house.address())) {
      assertTrue(channel.isConnected());
    }
    await(() -> house.counts().open.get() == 0 && house.counts().accepted.sum() == 1);
    assertEquals(1, closed(house, "gone"));
    assertEquals(0, house.counts().silent.get());
  }
}
