package dev.jitterlab.connections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.load.AwaitedRequests;
import dev.jitterlab.load.Load;
import dev.jitterlab.load.RequestOutcome;
import dev.jitterlab.load.Target;
import dev.jitterlab.load.TargetLoad;
import dev.jitterlab.program.DaemonThreads;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The clients of one server, on real sockets. */
@Timeout(60)
class HeldCrowdTest {
  private static final int BROADCASTS = 30;

  private final List<AutoCloseable> parts = new ArrayList<>();
  private final List<Long> lateNs = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable part : parts) {
      part.close();
    }
  }

  private Crowd ready(InetSocketAddress server, int messageBytes, AwaitedRequests requests)
      throws Exception {
    return ready(server, 1, messageBytes, requests);
  }

  private Crowd ready(
      InetSocketAddress server, int connections, int messageBytes, AwaitedRequests requests)
      throws Exception {
    Crowd crowd = new Crowd(server, connections, 1, 1, messageBytes, requests, lateNs::add);
    parts.add(0, crowd);
    crowd.start();
    crowd.awaitReady();
    return crowd;
  }

  private static Target target(InetSocketAddress server) {
    return Target.parse("server/1=127.0.0.1:" + server.getPort());
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      Thread.sleep(1);
    }
  }

  @Test
  void aMessageMayBeLongerThanWhatIsReadAtOnce() throws Exception {
    ConnectionLimits limits = new ConnectionLimits();
    limits.frameBytes = 1 << 17;
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    House house = House.open(any, limits, new LoopKeeper(), new Footprint(Map::of));
    parts.add(0, house);
    Target target = target(house.address());
    Load load = new Load(List.of(target), System::nanoTime, new PrometheusRegistry());
    TargetLoad figures = load.of(target);
    Crowd crowd = ready(house.address(), 65_536, load.awaited(target, 1));
    for (int i = 1; i <= 3; i++) {
      int said = i;
      crowd.send(0, System.nanoTime());
      await(() -> figures.answered() == said || crowd.failure() != null);
      assertNull(crowd.failure());
    }
    assertEquals(3, figures.answered());
  }

  /** The first client's message is too long for the server, which closes its connection. */
  @Test
  void theTimesOfBroadcastsAreToldThoughTheFirstClientIsGone() throws Exception {
    ConnectionLimits limits = new ConnectionLimits();
    limits.frameBytes = ConnectionLimits.LEAST_FRAME_BYTES;
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    House house = House.open(any, limits, new LoopKeeper(), new Footprint(Map::of));
    parts.add(0, house);
    Target target = target(house.address());
    Load load = new Load(List.of(target), System::nanoTime, new PrometheusRegistry());
    Crowd crowd = ready(house.address(), 2, limits.frameBytes, load.awaited(target, 2));
    crowd.send(0, System.nanoTime());
    await(() -> crowd.failure() != null);
    house.broadcast();
    await(() -> house.times().count() > 0);

    assertEquals(1, house.times().count(), "the second client's");
  }

  /** A server may close whoever sends longer ones. */
  @Test
  void theTimesOfBroadcastsAreToldInFramesThatEveryServerTakes() throws Exception {
    ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    parts.add(0, server);
    List<Integer> lengths = new CopyOnWriteArrayList<>();
    DaemonThreads.start("broadcasting-server", () -> greetAndBroadcast(server, lengths));
    InetSocketAddress at = (InetSocketAddress) server.getLocalSocketAddress();
    Target target = target(at);
    Load load = new Load(List.of(target), System::nanoTime, new PrometheusRegistry());
    Crowd unused = ready(at, 32, load.awaited(target, 1));
    await(() -> lengths.stream().mapToInt(HeldCrowdTest::pairs).sum() >= BROADCASTS);

    for (int length : lengths) {
      assertTrue(length <= ConnectionLimits.LEAST_FRAME_BYTES, lengths::toString);
    }
  }

  /** What the generator is late by counts as the server's response time. */
  @Test
  void saysHowLateTheThreadThatSendsComesToAMessage() throws Exception {
    ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    parts.add(0, server);
    DaemonThreads.start("silent-server", () -> greetAndSayNothing(server));
    InetSocketAddress at = (InetSocketAddress) server.getLocalSocketAddress();
    Target target = target(at);
    Load load = new Load(List.of(target), System::nanoTime, new PrometheusRegistry());
    Crowd crowd = ready(at, 32, load.awaited(target, 1));
    crowd.send(0, System.nanoTime() - TimeUnit.SECONDS.toNanos(10));
    await(() -> !lateNs.isEmpty() || crowd.failure() != null);

    assertNull(crowd.failure());
    assertEquals(1, lateNs.size());
    assertTrue(lateNs.get(0) >= TimeUnit.SECONDS.toNanos(10));
  }

  @Test
  void aMessageWhoseConnectionBreaksHasFailed() throws Exception {
    ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    parts.add(0, server);
    DaemonThreads.start("fleeting-server", () -> greetAndLeaveWithoutAnswer(server));
    InetSocketAddress at = (InetSocketAddress) server.getLocalSocketAddress();
    Target target = target(at);
    Load load = new Load(List.of(target), System::nanoTime, new PrometheusRegistry());
    TargetLoad figures = load.of(target);
    AwaitedRequests requests = load.awaited(target, 1);
    Crowd crowd = ready(at, 32, requests);
    crowd.send(0, System.nanoTime());
    await(() -> crowd.failure() != null);

    assertEquals(1, figures.sent());
    assertEquals(1, figures.ended(RequestOutcome.FAILED));
    crowd.send(0, System.nanoTime());
    await(() -> figures.ended(RequestOutcome.FAILED) == 2); // what is due after that fails, too
    assertTrue(requests.trySend(System.nanoTime()) >= 0, "its place is free");
  }

  /** It is the server that is late, and not the load. */
  @Test
  void aMessageThatIsDueBeforeTheAnswerToTheLastOneOverflows() throws Exception {
    ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    parts.add(0, server);
    DaemonThreads.start("silent-server", () -> greetAndSayNothing(server));
    InetSocketAddress at = (InetSocketAddress) server.getLocalSocketAddress();
    Target target = target(at);
    Load load = new Load(List.of(target), System::nanoTime, new PrometheusRegistry());
    TargetLoad figures = load.of(target);
    Crowd crowd = ready(at, 32, load.awaited(target, 10));
    crowd.send(0, System.nanoTime());
    crowd.send(0, System.nanoTime());
    await(() -> figures.ended(RequestOutcome.OVERFLOW) > 0 || crowd.failure() != null);

    assertNull(crowd.failure());
    assertEquals(1, figures.sent());
    assertEquals(1, figures.ended(RequestOutcome.OVERFLOW));
  }

  /** Takes one client in, measures a step, and stays until the client is gone. */
  private static void greetAndSayNothing(ServerSocket server) {
    try (Socket client = server.accept()) {
      DataInputStream in = greet(client);
      while (in.read() >= 0) {
        // No answer.
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Takes one client in; each broadcast took a second longer than the one before. */
  private static void greetAndBroadcast(ServerSocket server, List<Integer> lengths) {
    try (Socket client = server.accept()) {
      DataInputStream in = greet(client);
      for (int i = 1; i <= BROADCASTS; i++) {
        long begunNs = System.nanoTime() - TimeUnit.SECONDS.toNanos(i);
        client.getOutputStream().write(Frame.of(Frame.BROADCAST, begunNs).array());
      }
      int told = 0;
      while (told < BROADCASTS) {
        byte[] frame = new byte[in.readInt()];
        in.readFully(frame);
        told += pairs(frame.length);
        lengths.add(frame.length);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int pairs(int frameLength) {
    return (frameLength - 1) / Frame.PAIR_BYTES;
  }

  /** Takes one client in, measures a step, and closes the connection when a message has come. */
  private static void greetAndLeaveWithoutAnswer(ServerSocket server) {
    try (Socket client = server.accept()) {
      DataInputStream in = greet(client);
      read(in, Frame.MESSAGE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static DataInputStream greet(Socket client) throws IOException {
    DataInputStream in = new DataInputStream(client.getInputStream());
    read(in, Frame.HELLO);
    client.getOutputStream().write(Frame.of(Frame.WELCOME).array());
    read(in, Frame.STEP);
    client.getOutputStream().write(Frame.of(Frame.STEP_MEASURED).array());
    return in;
  }

  private static void read(DataInputStream in, byte type) throws IOException {
    byte[] frame = new byte[in.readInt()];
    in.readFully(frame);
    assertEquals(type, frame[0]);
  }
}
