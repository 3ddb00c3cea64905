package dev.jitterlab.battle.bot;

import dev.jitterlab.battle.protocol.ClientPacket;
import dev.jitterlab.battle.protocol.Decoding;
import dev.jitterlab.battle.protocol.ServerPacket;
import dev.jitterlab.battle.protocol.Snapshot;
import dev.jitterlab.load.RequestStream;
import dev.jitterlab.tick.Tick;
import dev.jitterlab.tick.TickTask;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;

/**
 * One player. Each tick sends one packet: an INPUT while a battle is on, else a JOIN. What the
 * server sends is read by another thread and kept as the latest state.
 *
 * <p>The tick and the reader lock each other out; both hold the lock for microseconds.
 */
final class Bot implements TickTask {
  /** A player who hears nothing for so long takes the battle for lost and joins again. */
  private static final long SILENCE_NS = 1_000_000_000L;

  private final DatagramChannel channel;
  private final RequestStream requests;
  private final Tactics tactics;
  private final BotMetrics metrics;
  private final ByteBuffer out = ByteBuffer.allocateDirect(ClientPacket.MAX_BYTES);
  private final ServerPacket packet = new ServerPacket();
  private final TickPace pace = new TickPace();
  private Snapshot latest = new Snapshot();
  private Snapshot spare = new Snapshot();
  private long token;
  private boolean playing;
  private int endedBattle;
  private long lastHeardNs;

  /** Creates a bot that owns the connected, non-blocking channel. */
  Bot(DatagramChannel channel, RequestStream requests, Tactics tactics, BotMetrics metrics) {
    this.channel = channel;
    this.requests = requests;
    this.tactics = tactics;
    this.metrics = metrics;
  }

  @Override
  public synchronized void tick(Tick tick) {
    if (playing && tick.startedNs() - lastHeardNs > SILENCE_NS) {
      playing = false;
    }
    int number = requests.next(tick.scheduledNs());
    out.clear();
    if (playing) {
      tactics.decide(latest);
      ClientPacket.putInput(
          out,
          number,
          token,
          latest.battle(),
          latest.tick(),
          tactics.moveX(),
          tactics.moveY(),
          tactics.aim(),
          tactics.buttons(),
          pace.at(tick.startedNs()));
    } else {
      ClientPacket.putJoin(out, number, token);
    }
    if (send()) {
      requests.sent();
    }
  }

  /** Ends the session, so that the server need not wait for the silence. */
  synchronized void leave(long nowNs) {
    out.clear();
    ClientPacket.putLeave(out, requests.next(nowNs), token);
    boolean unused = send();
  }

  /** Returns false when the socket takes nothing now, or the last packet reached no server. */
  private boolean send() {
    try {
      return channel.write(out.flip()) > 0;
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
    if (packet.decode(received, spare) != Decoding.OK) {
      metrics.malformed();
      return;
    }
    lastHeardNs = nowNs;
    acknowledge(nowNs);
    switch (packet.type()) {
      case CHALLENGE:
        token = packet.token();
        playing = false;
        return;
      case QUEUED:
      case REFUSED:
        playing = false;
        return;
      case STATE:
        onState(nowNs);
        return;
      case ENDED:
        if (playing && packet.battle() == latest.battle()) {
          playing = false;
          metrics.battlePlayed();
        }
        endedBattle = packet.battle();
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
  private void onState(long nowNs) {
    boolean sameBattle = playing && latest.battle() == spare.battle();
    if (spare.battle() == endedBattle || (sameBattle && spare.tick() <= latest.tick())) {
      return;
    }
    Snapshot newer = spare;
    spare = latest;
    latest = newer;
    playing = true;
    if (sameBattle) {
      pace.arrived(latest.tick(), nowNs);
    } else {
      pace.start(latest.tick(), nowNs);
    }
  }
}
