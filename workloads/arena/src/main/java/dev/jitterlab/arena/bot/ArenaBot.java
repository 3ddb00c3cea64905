package dev.jitterlab.arena.bot;

import dev.jitterlab.arena.player.Brain;
import dev.jitterlab.arena.wire.Headers;
import dev.jitterlab.arena.wire.JoinPacket;
import dev.jitterlab.arena.wire.WireFormat;
import dev.jitterlab.load.PlayerLevels;
import dev.jitterlab.load.RequestStream;
import dev.jitterlab.tick.Tick;
import dev.jitterlab.tick.TickTask;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * One client: it joins, then sends what its brain decides at a fixed rate. A request is answered
 * when a state comes that has obeyed it. Its ticks and the socket's thread take turns. A search for
 * how many clients a server carries sends it away and lets it come again.
 */
final class ArenaBot implements TickTask, PlayerLevels.Guest {
  private static final long ASK_AGAIN_NS = 300_000_000;

  private final RequestStream stream;
  private final StateAges ages;
  private final Brain brain;
  private final ClientSocket socket;
  private final String name;
  private final long nonce;
  private final int number;
  private final ByteBuffer packet = ByteBuffer.allocate(WireFormat.JOIN_BYTES);
  private InetSocketAddress server;
  private long cookie;
  private long askedNs;
  private boolean hasAsked;
  private boolean joined;
  private boolean refused;
  private int fighter;
  private long token;
  private long firstNs;
  private StateAges.Wait wait; // null while it is away
  private boolean sentAway;
  private boolean left;

  ArenaBot(
      RequestStream stream,
      StateAges ages,
      Brain brain,
      ClientSocket socket,
      InetSocketAddress server,
      String name,
      int number,
      long nonce) {
    this.stream = stream;
    this.ages = ages;
    this.brain = brain;
    this.socket = socket;
    this.server = server;
    this.name = name;
    this.number = number;
    this.nonce = nonce;
    socket.joins(nonce, this);
  }

  @Override
  public synchronized void tick(Tick tick) {
    if (left) {
      return;
    }
    if (sentAway) {
      stream.missed(tick.missedPeriods());
      stayAway(tick);
      return;
    }
    if (!joined && brain.isHere()) {
      waitOutside(tick.startedNs());
      join(tick.startedNs());
      return;
    }
    if (firstNs == 0) {
      firstNs = tick.scheduledNs();
    }
    stream.missed(tick.missedPeriods());
    brain.decide(Math.max(0, tick.startedNs() - firstNs) / 1_000);
    if (!brain.isHere()) {
      stayAway(tick);
      return;
    }
    if (!joined) {
      return; // it asks in its next tick
    }
    wait.look(tick.startedNs());
    int request = stream.next(tick.scheduledNs());
    packet.clear();
    Headers.write(packet, WireFormat.INPUT);
    packet
        .putShort((short) fighter)
        .putLong(token)
        .putInt(request)
        .put((byte) brain.keys())
        .putShort((short) brain.heading());
    packet.flip();
    if (socket.send(packet, server)) {
      stream.sent();
    }
  }

  /** Who is not let in gets no state: that counts as for one who plays. */
  void waitOutside(long nowNs) {
    if (wait == null) {
      wait = ages.begin(nowNs);
    }
    wait.look(nowNs);
  }

  private void join(long nowNs) {
    if (refused || (hasAsked && nowNs - askedNs < ASK_AGAIN_NS)) {
      return;
    }
    hasAsked = true;
    askedNs = nowNs;
    packet.clear();
    new JoinPacket(nonce, cookie, name).writeTo(packet);
    packet.flip();
    boolean unused = socket.send(packet, server); // if it is lost, it asks again
  }

  /**
   * Takes in an answer to its request to join, behind the nonce. A server also challenges a client
   * that plays, if its packets come from another address: then it joins again from there.
   */
  synchronized void answered(int kind, ByteBuffer answer) {
    switch (kind) {
      case WireFormat.CHALLENGE:
        cookie = answer.getLong();
        int ports = answer.get();
        int mine = number % Math.max(1, ports);
        for (int i = 0; i <= mine && answer.remaining() >= 2; i++) {
          server = new InetSocketAddress(server.getAddress(), answer.getShort() & 0xFFFF);
        }
        hasAsked = false;
        join(System.nanoTime());
        return;
      case WireFormat.WELCOME:
        fighter = answer.getShort() & 0xFFFF;
        token = answer.getLong();
        if (!joined) {
          wait = ages.begin(System.nanoTime());
        }
        joined = true;
        socket.joined(fighter, this);
        return;
      case WireFormat.REFUSED:
        refused = true;
        return;
      default:
        return;
    }
  }

  /**
   * Takes in that a state has come which obeyed that request. None before it will be answered any
   * more: a server that leaves states out names only the newest, and those that it let wait were
   * late.
   */
  synchronized void acknowledged(int request, long nowNs) {
    if (joined) {
      wait.ended(nowNs);
    }
    stream.answeredUpTo(request, nowNs);
  }

  /** Returns whether it plays, or is away as its record or a search has it. */
  synchronized boolean isSettled() {
    return joined || sentAway || !brain.isHere();
  }

  @Override
  public synchronized void come() {
    sentAway = false;
    refused = false; // there may be a place by now
  }

  /** It says goodbye in its next tick. */
  @Override
  public synchronized void leave(long nowNs) {
    sentAway = true;
  }

  /** One that is away as its record has it is a part of the level, as in every run. */
  @Override
  public synchronized boolean isPlaying(long nowNs) {
    return !sentAway && (joined || !brain.isHere());
  }

  synchronized boolean isRefused() {
    return refused;
  }

  /** Its record or a search has it away: it leaves, and what is due meanwhile is not offered. */
  private void stayAway(Tick tick) {
    for (long i = 0; i <= tick.missedPeriods(); i++) {
      stream.withdrawn();
    }
    int unused = stream.next(tick.scheduledNs());
    wait = null;
    if (joined) {
      goodbye();
      stream.forget();
      joined = false;
      hasAsked = false;
    }
  }

  /** Says goodbye; sends nothing more. */
  synchronized void leave() {
    left = true;
    goodbye();
  }

  private void goodbye() {
    if (joined) {
      packet.clear();
      Headers.write(packet, WireFormat.LEAVE);
      packet.putShort((short) fighter).putLong(token);
      packet.flip();
      boolean unused = socket.send(packet, server); // if it is lost, the server notices the silence
    }
  }
}
