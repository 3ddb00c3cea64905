package dev.jitterlab.battle.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.battle.protocol.ServerPacket;
import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.load.NettyTransport;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The server's socket by each transport. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class PlayerSocketTest extends ServerFixture {
  private static final String WITHOUT_LIBRARIES = "-Dio.netty.transport.noNative=true";
  private static final int BURSTS = 10;
  private static final int PACKETS_OF_EACH_SIZE = 6;

  @ParameterizedTest
  @EnumSource(names = {"NIO", "EPOLL"})
  void carriesABattleAndSaysByWhat(NettyTransport transport) throws Exception {
    GameServer server = start(by(transport), 60, 100, Battle::new);
    TestPlayer one = joined(server);
    TestPlayer other = joined(server);
    one.await(ServerPacket.Type.STATE);
    other.await(ServerPacket.Type.STATE);
    one.awaitAck(one.sendInput(1));
    assertEquals(transport, server.transport());
    assertEquals(1, metric(server, "jitterlab_transport{transport=\"" + transport.label() + "\"}"));
    assertEquals(0, metric(server, "jitterlab_network_errors_total"));
    double sent = metric(server, "jitterlab_packets_sent_total");
    double batches = metric(server, "jitterlab_send_batches_total");
    assertTrue(batches < sent, sent + " packets in " + batches + " batches");
    assertTrue(metric(server, "jitterlab_receive_calls_total") > 0);
  }

  /** Packets of the size of a call's room, and longer ones: cut, and still too long. */
  @ParameterizedTest
  @EnumSource(names = {"NIO", "EPOLL"})
  void takesEveryPacketOfABurstOnce(NettyTransport transport) throws Exception {
    GameServer server = start(by(transport), 60, 100, Battle::new);
    TestPlayer one = joined(server);
    double before = metric(server, "jitterlab_packets_total{outcome=\"malformed\"}");
    int[] sizes = {1, 256, 257, 511, 512, 513, 1_400};
    for (int burst = 0; burst < BURSTS; burst++) {
      for (int i = 0; i < PACKETS_OF_EACH_SIZE; i++) {
        for (int size : sizes) {
          one.sendRaw(new byte[size]);
        }
      }
      one.sendJoin();
      one.receive(ServerPacket.Type.QUEUED); // so that no socket's buffer overflows
    }
    double malformed = metric(server, "jitterlab_packets_total{outcome=\"malformed\"}") - before;
    assertEquals(BURSTS * PACKETS_OF_EACH_SIZE * sizes.length, malformed);
  }

  @ParameterizedTest
  @EnumSource(names = {"NIO", "EPOLL"})
  void leavesNothingOpenWhenClosed(NettyTransport transport) throws Exception {
    start(by(transport), 60, 100, Battle::new).close(); // opens what a JVM opens once
    long before = descriptors();
    for (int i = 0; i < 5; i++) {
      GameServer server = start(by(transport), 60, 100, Battle::new);
      joined(server).close();
      InetSocketAddress address = server.udpAddress();
      server.close();
      try (DatagramSocket again = new DatagramSocket(address)) {
        assertFalse(again.isClosed());
      }
    }
    while (descriptors() > before) {
      Thread.sleep(10); // the last of a selector may close after its thread
    }
  }

  /** Those of sockets, selectors and their like; not of files, which the JVM may open meanwhile. */
  private static long descriptors() throws IOException {
    long open = 0;
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path each : all) {
        open += isFile(each) ? 0 : 1;
      }
    }
    return open;
  }

  /** Whether a descriptor is a file's. One that was closed since it was listed counts as a file. */
  private static boolean isFile(Path descriptor) throws IOException {
    try {
      return Files.readSymbolicLink(descriptor).toString().startsWith("/");
    } catch (NoSuchFileException closedMeanwhile) {
      return true;
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"NIO", "EPOLL"})
  void saysWhichPortIsInUse(NettyTransport transport) throws Exception {
    try (DatagramSocket taken = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      GameServer.Options options = by(transport);
      options.port = taken.getLocalPort();
      IOException refusal =
          assertThrows(IOException.class, () -> start(options, 60, 100, Battle::new));
      assertTrue(refusal.getMessage().contains("UDP port " + options.port), refusal.getMessage());
    }
  }

  @Test
  void fallsBackOnlyWhereItMayChoose() throws Exception {
    Process refused = run(WITHOUT_LIBRARIES, "--transport=epoll");
    Process chosen = run(WITHOUT_LIBRARIES, "--transport=auto");
    try (BufferedReader said =
        new BufferedReader(new InputStreamReader(chosen.getInputStream(), UTF_8))) {
      String error = new String(refused.getErrorStream().readAllBytes(), UTF_8);
      assertEquals(69, refused.waitFor(), error);
      assertTrue(error.contains("battle-server: Netty has no epoll here: "), error);
      assertTrue(error.contains("or choose another transport, such as nio"), error);
      String ready = said.readLine();
      assertTrue(ready.contains(" transport=nio "), ready);
    } finally {
      refused.destroyForcibly();
      chosen.destroyForcibly();
    }
  }

  @Test
  void refusesToLetPacketsGatherForLong() throws Exception {
    Process refused = run(WITHOUT_LIBRARIES, "--gather=21ms");
    try {
      String error = new String(refused.getErrorStream().readAllBytes(), UTF_8);
      assertEquals(2, refused.waitFor(), error);
      assertTrue(error.contains("--gather is 0ms to 20ms, not '21ms'"), error);
    } finally {
      refused.destroyForcibly();
    }
  }

  private static Process run(String jvmArgument, String option) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add(jvmArgument);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(BattleServer.class.getName(), option));
    return new ProcessBuilder(command).start();
  }
}
