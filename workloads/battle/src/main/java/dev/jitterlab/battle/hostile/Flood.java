package dev.jitterlab.battle.hostile;

import dev.jitterlab.battle.session.Grant;
import dev.jitterlab.program.Parts;
import dev.jitterlab.tick.NanoClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends hostile packets to one loopback address from several others. An open loop: what could not
 * be sent in time is left out, not sent later. Not thread-safe, but for {@link #stop}.
 */
public final class Flood implements AutoCloseable {
  /** The most packets that are sent a second. */
  public static final int MAX_PER_SECOND = 200_000;

  /** How many addresses it sends from. */
  public static final int SOURCES = 16;

  private static final int RECORDED = 64;
  private static final long SECOND_NS = 1_000_000_000L;
  private static final long PAUSE_NS = 500_000;

  /** As often as a player: the server opens only a sample of what comes from its address. */
  private static final long KEEP_ALIVE_NS = 50_000_000;

  private static final long MOST_BEHIND_NS = 20_000_000;

  private final NanoClock clock;
  private final List<DatagramChannel> sources = new ArrayList<>();
  private final List<ByteBuffer> packets = new ArrayList<>();
  private final List<TokenHolder> holders = new ArrayList<>(); // one a source, or none
  private volatile boolean stopped;
  private AttackerSession own; // null when the kind needs none
  private long sent;
  private int turn;

  private Flood(NanoClock clock) {
    this.clock = clock;
  }

  /**
   * Opens the sockets, and a session where the kind needs one.
   *
   * @throws IllegalArgumentException if the target is not a loopback address
   * @throws IOException if a socket cannot be opened, or the server opens no session
   */
  public static Flood open(InetSocketAddress target, HostileKind kind, long seed, NanoClock clock)
      throws IOException {
    if (!target.getAddress().isLoopbackAddress()) {
      throw new IllegalArgumentException(
          "target " + target + " is not a loopback address; hostile traffic leaves no machine");
    }
    return Parts.open(new Flood(clock), flood -> flood.connect(target, kind, seed));
  }

  private void connect(InetSocketAddress target, HostileKind kind, long seed) throws IOException {
    for (int i = 0; i < SOURCES; i++) {
      DatagramChannel channel = DatagramChannel.open();
      sources.add(channel);
      channel.bind(new InetSocketAddress(source(target.getAddress(), i), 0));
      channel.connect(target);
      channel.configureBlocking(false);
    }
    if (kind.hasToken()) {
      SecureRandom random = new SecureRandom();
      for (DatagramChannel source : sources) {
        Grant grant = AttackerSession.newPlayer(random);
        holders.add(new TokenHolder(source, grant, kind == HostileKind.CHURN, random));
      }
      return;
    }
    List<byte[]> recorded = new ArrayList<>();
    if (kind != HostileKind.GARBAGE && kind != HostileKind.REQUESTS) {
      own = AttackerSession.open(sources.get(0), new SecureRandom());
      for (int i = 0; i < RECORDED; i++) {
        recorded.add(own.sendAndRecord());
      }
    }
    for (byte[] packet : new HostilePackets(seed).of(kind, recorded)) {
      packets.add(ByteBuffer.allocateDirect(packet.length).put(packet).flip());
    }
  }

  /** On IPv4 each source has an address of its own, 127.0.1.x. */
  private static InetAddress source(InetAddress target, int i) throws IOException {
    byte[] bytes = target.getAddress();
    if (bytes.length != 4) {
      return target;
    }
    return InetAddress.getByAddress(new byte[] {127, 0, 1, (byte) (i + 1)});
  }

  /**
   * Returns a rate.
   *
   * @throws IllegalArgumentException if it is none that a flood can have
   */
  public static int checkedRate(int perSecond) {
    if (perSecond < 1 || perSecond > MAX_PER_SECOND) {
      throw new IllegalArgumentException(
          "the rate is 1 to " + MAX_PER_SECOND + " packets a second, not " + perSecond);
    }
    return perSecond;
  }

  /** Sends so many a second until another thread says {@link #stop}. */
  public void runUntilStopped(int perSecond) {
    try {
      long unusedSent = run(perSecond, Long.MAX_VALUE);
    } catch (IOException e) {
      throw new UncheckedIOException("the flood's own session is broken", e);
    }
  }

  /** Ends it early; thread-safe. */
  public void stop() {
    stopped = true;
  }

  /** Sends so many a second for so long; returns how many were sent. */
  public long run(int perSecond, long durationNs) throws IOException {
    int unusedRate = checkedRate(perSecond);
    long startNs = clock.nanoTime();
    long aliveNs = startNs;
    long due = 0;
    for (long atNs = 0; atNs < durationNs && !stopped; atNs = clock.nanoTime() - startNs) {
      long now = (long) ((double) atNs * perSecond / SECOND_NS);
      due = Math.max(due, now - MOST_BEHIND_NS * perSecond / SECOND_NS);
      for (; due < now; due++) {
        send();
      }
      if (own != null && startNs + atNs - aliveNs >= KEEP_ALIVE_NS) {
        aliveNs = startNs + atNs;
        own.keepAlive();
      }
      LockSupport.parkNanos(PAUSE_NS);
    }
    return sent;
  }

  private void send() {
    try {
      sent += holders.isEmpty() ? sendStock() : sendHeld();
    } catch (IOException e) {
      sent++; // the server is not there: an attacker goes on
    }
  }

  private int sendHeld() throws IOException {
    turn = (turn + 1) % SOURCES;
    return holders.get(turn).send() ? 1 : 0;
  }

  private int sendStock() throws IOException {
    ByteBuffer packet = packets.get((int) (sent % packets.size()));
    DatagramChannel source = sources.get((int) (sent / packets.size() % SOURCES));
    return source.write(packet.rewind()) > 0 ? 1 : 0;
  }

  @Override
  public void close() throws IOException {
    for (DatagramChannel source : sources) {
      source.close();
    }
  }
}
