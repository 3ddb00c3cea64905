package dev.jitterlab.battle.bot;

import dev.jitterlab.battle.protocol.Decoding;
import dev.jitterlab.battle.protocol.PackedInput;
import dev.jitterlab.battle.protocol.ServerPacket;
import dev.jitterlab.battle.protocol.Snapshot;
import dev.jitterlab.battle.session.ClientSession;
import dev.jitterlab.battle.session.Grant;
import dev.jitterlab.load.RequestStream;
import dev.jitterlab.tick.Tick;
import dev.jitterlab.tick.TickTask;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.security.SecureRandom;
import java.util.function.Supplier;

/**
 * One player. Each tick sends one packet: an INPUT while a battle is on, else what leads to one.
 * What the server sends is read by another thread and kept as the latest state.
 *
 * <p>The tick and the reader lock each other out; both hold the lock for microseconds.
 */
final class Bot implements TickTask {
  /** A player who hears nothing for so long takes the battle for lost and joins again. */
  private static final long SILENCE_NS = 1_000_000_000L;

  /** And after so long the session: refused, or its server is not there any more. */
  private static final long LOST_NS = 3_000_000_000L;

  private final DatagramChannel channel;
  private final RequestStream requests;
  private final Tactics tactics;
  private final BotMetrics metrics;
  private final Supplier<Grant> grants;
  private final SecureRandom random;
  private final ServerPacket packet = new ServerPacket();
  private Snapshot latest = new Snapshot();
  private Snapshot spare = new Snapshot();
  private ClientSession session; // null before the first tick
  private boolean playing;
  private int endedBattle;
  private int lastNumber;
  private long lastHeardNs;

  /** Creates a bot that owns the connected, non-blocking channel. */
  Bot(
      DatagramChannel channel,
      RequestStream requests,
      Tactics tactics,
      BotMetrics metrics,
      Supplier<Grant> grants,
      SecureRandom random) {
    this.channel = channel;
    this.requests = requests;
    this.tactics = tactics;
    this.metrics = metrics;
    this.grants = grants;
    this.random = random;
  }

  @Override
  public synchronized void tick(Tick tick) {
    long silentNs = tick.startedNs() - lastHeardNs;
    if (session == null || silentNs > LOST_NS) {
      session = new ClientSession(grants.get(), random);
      lastHeardNs = tick.startedNs();
    }
    if (silentNs > SILENCE_NS) {
      playing = false;
    }
    lastNumber = requests.next(tick.scheduledNs());
    if (send(playing ? input() : session.join(lastNumber))) {
      requests.sent();
    }
  }

  private ByteBuffer input() {
    tactics.decide(latest);
    long input =
        PackedInput.of(tactics.moveX(), tactics.moveY(), tactics.aim(), tactics.buttons(), 0);
    return session.input(lastNumber, latest.battle(), latest.tick(), input);
  }

  /** Ends the session, so that the server need not wait for the silence. */
  synchronized void leave(long nowNs) {
    if (session != null && session.isOpen()) {
      boolean unused = send(session.leave(requests.next(nowNs)));
    }
  }

  /** Returns false when the socket takes nothing now, or the last packet reached no server. */
  private boolean send(ByteBuffer datagram) {
    try {
      return channel.write(datagram) > 0;
    } catch (IOException e) {
      metrics.socketError();
      return false;
    }
  }

  /** Reads one packet, if there is one; called by the reader only. */
  void receive(ByteBuffer buffer, long nowNs) {
    buffer.clear();
    try {
      if (channel.read(buffer) <= 0) {
        return;
      }
    } catch (IOException e) {
      metrics.socketError();
      return;
    }
    onPacket(buffer.flip(), nowNs);
  }

  private synchronized void onPacket(ByteBuffer received, long nowNs) {
    if (session == null) {
      return;
    }
    switch (session.receive(received)) {
      case IGNORED:
        return;
      case CHALLENGED:
        requests.answered(lastNumber, nowNs);
        return;
      case REFUSED:
        metrics.refused();
        return;
      case MESSAGE:
        onMessage(nowNs);
        return;
    }
  }

  private void onMessage(long nowNs) {
    if (packet.decode(session.message(), spare) != Decoding.OK) {
      metrics.malformed();
      return;
    }
    lastHeardNs = nowNs;
    acknowledge(nowNs);
    switch (packet.type()) {
      case QUEUED:
        playing = false;
        return;
      case STATE:
        onState();
        return;
      case ENDED:
        if (playing && packet.battle() == latest.battle()) {
          playing = false;
          metrics.battlePlayed();
        }
        endedBattle = packet.battle();
        return;
      case WARNED:
        metrics.penalised();
        return;
      case KICKED:
        metrics.penalised();
        playing = false;
        return;
    }
  }

  private void acknowledge(long nowNs) {
    requests.answered(packet.ack(), nowNs);
    for (int bits = packet.ackBits(); bits != 0; bits &= bits - 1) {
      requests.answered(packet.ack() - 1 - Integer.numberOfTrailingZeros(bits), nowNs);
    }
  }

  /** Keeps the state, unless it is of a battle that ended or older than the one it has. */
  private void onState() {
    boolean sameBattle = playing && latest.battle() == spare.battle();
    if (spare.battle() == endedBattle || (sameBattle && spare.tick() <= latest.tick())) {
      return;
    }
    Snapshot newer = spare;
    spare = latest;
    latest = newer;
    playing = true;
  }
}
