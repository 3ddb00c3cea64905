package dev.jitterlab.sockets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jitterlab.load.NettyTransport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** On real sockets. */
@Timeout(60)
class TransportTest {
  private static final int OPERATIONS = 50;
  private static final int SESSIONS = 2;

  private static InetSocketAddress anyPort() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  /** With messages that need several reads. */
  private static SocketExchange exchange(ExchangeKind kind, boolean split) {
    int request = kind == ExchangeKind.UDP_RR ? 100 : 20_000;
    int response = kind == ExchangeKind.UDP_RR ? 200 : 300_000;
    return new SocketExchange(kind, request, response, split, true, 0, false, SESSIONS);
  }

  /** Without that, the thread would end, and a wait for the operations would last for ever. */
  @Test
  void aTargetWithoutAnAddressIsAFailure() throws Exception {
    Counts counts = new Counts(SESSIONS, OPERATIONS);
    NioClient unused =
        NioClient.start(
            InetSocketAddress.createUnresolved("nowhere.invalid", 1),
            exchange(ExchangeKind.TCP_RR, false),
            counts);
    counts.awaitEnd();
    assertTrue(counts.failure().contains("nowhere.invalid"), counts.failure());
  }

  private static void assumeHere(Transport transport) {
    if (transport == Transport.NETTY_IO_URING) {
      assumeTrue(
          NettyTransport.IO_URING.missing() == null,
          "needs `test \"$(cat /proc/sys/kernel/io_uring_disabled)\" = 0`");
    }
  }

  static Stream<Arguments> transportsAndKinds() {
    return Stream.of(Transport.values())
        .flatMap(
            transport ->
                Stream.of(ExchangeKind.values())
                    .flatMap(
                        kind ->
                            kind == ExchangeKind.TCP_RR
                                ? Stream.of(
                                    Arguments.of(transport, kind, false),
                                    Arguments.of(transport, kind, true))
                                : Stream.of(Arguments.of(transport, kind, false))));
  }

  @ParameterizedTest
  @MethodSource("transportsAndKinds")
  void bothEndsCountTheSameExchanges(Transport transport, ExchangeKind kind, boolean split)
      throws Exception {
    assumeHere(transport);
    SocketExchange exchange = exchange(kind, split);
    Counts served = new Counts(exchange.sessions(), 0);
    Counts asked = new Counts(exchange.sessions(), OPERATIONS);
    try (Peer server = transport.serve(anyPort(), exchange, served);
        Peer client = transport.ask(server.address(), exchange, asked)) {
      asked.awaitEnd();

      assertNull(asked.failure());
      long all = (long) OPERATIONS * exchange.sessions();
      assertEquals(all, asked.operations());
      while (served.bytes() < all * exchange.requestBytes()) {
        Thread.sleep(1); // a stream's last messages are on the way
      }
      assertEquals(all * exchange.requestBytes(), served.bytes());
      assertEquals(all, served.operations());
      if (keepsSessionsApart(transport, kind)) {
        for (int i = 0; i < exchange.sessions(); i++) {
          assertEquals(OPERATIONS, served.of(i).operations(), "session " + i);
        }
      }
      assertNull(served.failure());
      assertTrue(!client.transport().isEmpty(), "the client says what carries its bytes");
    }
  }

  /** A thread that waits takes what comes next; so each connection of CRR is anybody's, too. */
  private static boolean keepsSessionsApart(Transport transport, ExchangeKind kind) {
    boolean waits =
        transport == Transport.BLOCKING
            || transport == Transport.CHANNEL
            || transport == Transport.VIRTUAL;
    return kind != ExchangeKind.CRR && !waits;
  }

  @ParameterizedTest
  @EnumSource(Transport.class)
  void sayWhatIsReallyInUse(Transport transport) throws Exception {
    assumeHere(transport);
    SocketExchange exchange = exchange(ExchangeKind.TCP_RR, false);
    Counts asked = new Counts(exchange.sessions(), 1);
    try (Peer server = transport.serve(anyPort(), exchange, new Counts(exchange.sessions(), 0));
        Peer client = transport.ask(server.address(), exchange, asked)) {
      asked.awaitEnd();
      String expected = "";
      switch (transport) {
        case BLOCKING:
          expected = "Socket@Thread";
          break;
        case CHANNEL:
          expected = "SocketChannelImpl@Thread";
          break;
        case VIRTUAL:
          expected = "Socket@VirtualThread";
          break;
        case NIO:
          expected = "SocketChannelImpl@EPollSelectorImpl";
          break;
        case NETTY_NIO:
          expected = "NioSocketChannel/";
          break;
        case NETTY_EPOLL:
          expected = "EpollSocketChannel/";
          break;
        case NETTY_IO_URING:
          expected = "IoUringSocketChannel/";
          assertTrue(Carriers.rings() > 0, "rings are open");
          break;
      }
      assertTrue(client.transport().startsWith(expected), client.transport());
    }
  }

  /** The channel of another transport stands for a library that falls back. */
  @Test
  void refuseAChannelOfAnotherTransport() {
    var channel = new io.netty.channel.socket.nio.NioSocketChannel();
    try {
      IOException refusal =
          assertThrows(IOException.class, () -> NettyTransport.EPOLL.readBack(channel));
      assertTrue(
          refusal.getMessage().contains("epoll was asked for, but NioSocketChannel is in use"));
    } finally {
      channel.unsafe().closeForcibly();
    }
  }

  @ParameterizedTest
  @EnumSource(Transport.class)
  void aSessionWhoseServerIsGoneFails(Transport transport) throws Exception {
    assumeHere(transport);
    SocketExchange exchange =
        new SocketExchange(ExchangeKind.TCP_RR, 1, 1, false, true, 0, false, 1);
    Counts asked = new Counts(1, 10);
    // Nobody listens at the port, and nobody else can take it meanwhile.
    try (Socket taken = new Socket()) {
      taken.bind(anyPort());
      InetSocketAddress gone = (InetSocketAddress) taken.getLocalSocketAddress();
      try (Peer client = transport.ask(gone, exchange, asked)) {
        asked.awaitEnd();

        assertTrue(asked.failure().startsWith("a session with "), asked.failure());
        assertEquals("", client.transport());
      }
    }
  }

  @Test
  void takeTimedReadsAndFreshPacketsWhereTheyMeanSomething() throws Exception {
    SocketExchange timed =
        new SocketExchange(ExchangeKind.UDP_RR, 1, 1, false, true, 5_000, true, 1);
    Counts asked = new Counts(1, OPERATIONS);
    try (Peer server = Transport.BLOCKING.serve(anyPort(), timed, new Counts(1, 0));
        Peer client = Transport.BLOCKING.ask(server.address(), timed, asked)) {
      asked.awaitEnd();
      assertNull(asked.failure());
      assertEquals("DatagramSocket@Thread", client.transport());
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> Transport.NIO.serve(anyPort(), timed, new Counts(1, 0)));
    SocketExchange fresh = new SocketExchange(ExchangeKind.TCP_RR, 1, 1, false, true, 0, true, 1);
    assertThrows(
        IllegalArgumentException.class,
        () -> Transport.BLOCKING.serve(anyPort(), fresh, new Counts(1, 0)));
  }
}
