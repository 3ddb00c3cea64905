package dev.jitterlab.arena.server;

import dev.jitterlab.arena.wire.Headers;
import dev.jitterlab.arena.wire.JoinPacket;
import dev.jitterlab.arena.wire.WireFormat;
import dev.jitterlab.observer.CountsByKind;
import dev.jitterlab.program.DaemonThreads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * One UDP port with the sessions of the clients that joined there. Its own thread receives; a
 * packet that is none of a client's is refused and counted before anything is kept for it.
 * Thread-safe.
 */
final class UdpPort implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(UdpPort.class.getName());
  private static final long SILENCE_NS = 5_000_000_000L;
  private static final int SOCKET_BYTES = 1 << 20;

  private final ArenaHost host;
  private final CountsByKind<Reception> receptions;
  private final Cookies cookies;
  private final SecureRandom random = new SecureRandom();
  private final DatagramChannel channel;
  private final InetSocketAddress address;
  private final Map<Integer, UdpSession> byFighter = new HashMap<>();
  private final Map<Long, UdpSession> byNonce = new HashMap<>();
  final ByteBuffer incoming = ByteBuffer.allocateDirect(2_048); // what is handled
  private final ByteBuffer outgoing = ByteBuffer.allocateDirect(256);
  private List<UdpPort> all = List.of();
  private boolean said;

  /**
   * Opens the port; {@link #start} is to follow.
   *
   * @param port 0 for any free one
   * @throws IOException if it is in use
   */
  UdpPort(ArenaHost host, CountsByKind<Reception> receptions, byte[] secret, int port)
      throws IOException {
    this.host = host;
    this.receptions = receptions;
    this.cookies = new Cookies(secret);
    this.channel = DatagramChannel.open();
    try {
      channel.setOption(StandardSocketOptions.SO_RCVBUF, SOCKET_BYTES);
      channel.setOption(StandardSocketOptions.SO_SNDBUF, SOCKET_BYTES);
      channel.bind(new InetSocketAddress(host.settings.host, port));
      address = (InetSocketAddress) channel.getLocalAddress();
    } catch (IOException e) {
      channel.close();
      throw new IOException(
          String.format(
              "cannot open UDP port %d on %s (%s); is it in use? Port 0 takes any free one",
              port, host.settings.host, e.getMessage()),
          e);
    }
  }

  InetSocketAddress address() {
    return address;
  }

  /** Begins to receive; clients are told of all ports. */
  void start(List<UdpPort> ports) {
    all = List.copyOf(ports);
    DaemonThreads.start("arena-udp-" + address.getPort(), this::receive);
  }

  private void receive() {
    while (channel.isOpen()) {
      try {
        incoming.clear();
        InetSocketAddress from = (InetSocketAddress) channel.receive(incoming);
        incoming.flip();
        long nowNs = host.clock.nanoTime();
        if (from != null) {
          host.traffic.toServer(incoming.limit());
          receptions.count(handle(from, nowNs));
        }
      } catch (ClosedChannelException e) {
        return;
      } catch (IOException | RuntimeException e) {
        failed(e);
      }
    }
  }

  private void failed(Exception failure) {
    receptions.count(Reception.FAILED);
    if (!said) { // once: the others are counted
      said = true;
      LOG.log(System.Logger.Level.WARNING, "a packet could not be handled", failure);
    }
  }

  /** Locked out only by {@link #endSilent}, once a second. */
  synchronized Reception handle(InetSocketAddress from, long nowNs) throws IOException {
    if (from.getPort() == 0) {
      return Reception.MALFORMED; // nothing can be sent there
    }
    switch (Headers.read(incoming)) {
      case WireFormat.JOIN:
        return join(JoinPacket.read(incoming), from, nowNs);
      case WireFormat.INPUT:
        return input(from, nowNs);
      case WireFormat.LEAVE:
        return leave();
      default:
        return Reception.MALFORMED;
    }
  }

  private Reception join(JoinPacket join, InetSocketAddress from, long nowNs) throws IOException {
    if (join == null) {
      return Reception.MALFORMED;
    }
    if (!cookies.isGood(join.cookie(), from, join.nonce(), nowNs)) {
      challenge(join.nonce(), from, nowNs, all);
      return Reception.HANDSHAKE;
    }
    UdpSession session = byNonce.get(join.nonce());
    if (session == null) {
      if (!host.takePlace()) {
        refuse(join, from);
        return Reception.FULL;
      }
      session = new UdpSession(join.nonce(), random.nextLong(), from, nowNs);
      StateWriter view = new StateWriter(host.outbox, link(session), host.settings.partBytes);
      session.fighter = host.join(join.name(), host.settings.rate, view);
      byNonce.put(session.nonce, session);
      byFighter.put(session.fighter.id(), session);
    }
    session.address = from; // the cookie shows that the client is there
    welcome(session, from);
    return Reception.HANDSHAKE;
  }

  private ClientLink link(UdpSession session) {
    return frame -> {
      try {
        for (int i = 0; i < frame.parts(); i++) {
          channel.send(frame.part(i), session.address);
        }
        host.traffic.toClient(frame);
      } catch (IOException e) {
        throw new UncheckedIOException(e); // the outbox counts it; the next picture may get through
      } finally {
        frame.free();
      }
    };
  }

  private void challenge(long nonce, InetSocketAddress from, long nowNs, List<UdpPort> ports)
      throws IOException {
    outgoing.clear();
    Headers.write(outgoing, WireFormat.CHALLENGE);
    outgoing.putLong(nonce).putLong(cookies.make(from, nonce, nowNs));
    outgoing.put((byte) ports.size());
    ports.forEach(port -> outgoing.putShort((short) port.address.getPort()));
    answer(from);
  }

  private void welcome(UdpSession session, InetSocketAddress from) throws IOException {
    outgoing.clear();
    Headers.write(outgoing, WireFormat.WELCOME);
    outgoing
        .putLong(session.nonce)
        .putShort((short) session.fighter.id())
        .putLong(session.token)
        .putShort((short) host.settings.rate);
    outgoing.put(new byte[WireFormat.WELCOME_BYTES - outgoing.position()]);
    answer(from);
  }

  private void refuse(JoinPacket join, InetSocketAddress from) throws IOException {
    outgoing.clear();
    Headers.write(outgoing, WireFormat.REFUSED);
    outgoing.putLong(join.nonce()).put((byte) 1);
    answer(from);
  }

  private void answer(InetSocketAddress to) throws IOException {
    outgoing.flip();
    channel.send(outgoing, to);
  }

  private Reception input(InetSocketAddress from, long nowNs) throws IOException {
    if (incoming.remaining() != WireFormat.INPUT_BYTES - WireFormat.HEADER_BYTES) {
      return Reception.MALFORMED;
    }
    UdpSession session = session();
    if (session == null) {
      return Reception.UNKNOWN_SESSION;
    }
    if (!session.budget.take(nowNs)) {
      return Reception.TOO_FAST;
    }
    session.heardNs = nowNs;
    int number = incoming.getInt();
    int keys = incoming.get();
    Reception reception = host.input(session.fighter, number, keys, incoming.getShort());
    if (!session.address.equals(from)) {
      // Its network may have given it another address; else somebody there would get its states.
      // No ports, which it knows: so the answer is no longer than the input.
      challenge(session.nonce, from, nowNs, List.of());
    }
    return reception;
  }

  private Reception leave() {
    if (incoming.remaining() != WireFormat.LEAVE_BYTES - WireFormat.HEADER_BYTES) {
      return Reception.MALFORMED;
    }
    UdpSession session = session();
    if (session == null) {
      return Reception.UNKNOWN_SESSION;
    }
    end(session);
    byFighter.remove(session.fighter.id());
    return Reception.HANDSHAKE;
  }

  /** Returns the session that the packet names, if it knows the token. */
  private UdpSession session() {
    UdpSession session = byFighter.get(incoming.getShort() & 0xFFFF);
    long token = incoming.getLong();
    return session != null && session.token == token ? session : null;
  }

  private void end(UdpSession session) {
    byNonce.remove(session.nonce);
    host.leave(session.fighter);
  }

  /** Ends the sessions that were silent for too long. Any thread, once a second or so. */
  synchronized void endSilent(long nowNs) {
    Iterator<UdpSession> sessions = byFighter.values().iterator();
    while (sessions.hasNext()) {
      UdpSession session = sessions.next();
      if (nowNs - session.heardNs > SILENCE_NS) {
        sessions.remove();
        end(session);
      }
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
