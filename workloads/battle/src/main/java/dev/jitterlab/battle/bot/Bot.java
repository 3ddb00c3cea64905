package dev.jitterlab.battle.bot;

import dev.jitterlab.battle.bot.link.Link;
import dev.jitterlab.battle.protocol.ClientPacket;
import dev.jitterlab.battle.protocol.Decoding;
import dev.jitterlab.battle.protocol.ServerPacket;
import dev.jitterlab.battle.protocol.Snapshot;
import dev.jitterlab.load.RequestStream;
import dev.jitterlab.tick.Tick;
import dev.jitterlab.tick.TickTask;
import java.nio.ByteBuffer;

/**
 * One player. Each tick sends one packet: an INPUT while a battle is on, else a JOIN; nothing while
 * it has no link. What the server sends is read by another thread and kept as the latest state.
 *
 * <p>The tick and the reader lock each other out; both hold the lock for microseconds.
 */
final class Bot implements TickTask, Link.Receiver {
  private final RequestStream requests;
  private final Tactics tactics;
  private final BattleDoor door;
  private final BotMetrics metrics;
  private final ByteBuffer out = ByteBuffer.allocateDirect(ClientPacket.MAX_BYTES);
  private final ServerPacket packet = new ServerPacket();
  private Snapshot latest = new Snapshot();
  private Snapshot spare = new Snapshot();
  private Link link;
  private long token;
  private boolean playing;
  private int endedBattle;
  private long lastHeardNs;

  /** Creates a bot that does nothing until it has a link. */
  Bot(RequestStream requests, Tactics tactics, BattleDoor door, BotMetrics metrics) {
    this.requests = requests;
    this.tactics = tactics;
    this.door = door;
    this.metrics = metrics;
  }

  /** Begins to join at the other end of a link, which belongs to the bot from now on. */
  synchronized void enter(Link newLink) {
    if (link != null) {
      giveLinkBack();
    }
    link = newLink;
    token = 0;
    playing = false;
  }

  @Override
  public synchronized void tick(Tick tick) {
    if (playing && tick.startedNs() - lastHeardNs > door.patienceNs()) {
      end(BattleEnd.SILENCE);
    }
    if (link == null) {
      return;
    }
    if (tick.isReanchored()) {
      requests.restart(tick.scheduledNs());
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
          tactics.moveX(),
          tactics.moveY(),
          tactics.aim(),
          tactics.buttons());
    } else {
      ClientPacket.putJoin(out, number, token);
    }
    send(tick.startedNs());
  }

  private void send(long nowNs) {
    switch (link.send(out.flip(), nowNs)) {
      case SENT:
        requests.sent();
        return;
      case WITHHELD:
        requests.withdrawn();
        return;
      case FAILED:
        return;
    }
  }

  /** Ends the session, so that the server need not wait for the silence. */
  synchronized void leave(long nowNs) {
    if (link == null) {
      return;
    }
    out.clear();
    ClientPacket.putLeave(out, requests.next(nowNs), token);
    requests.withdrawn(); // it has no answer
    Link.Departure unused = link.send(out.flip(), nowNs);
    giveLinkBack();
  }

  private void giveLinkBack() {
    link.close();
    link = null;
    playing = false;
    requests.suspend();
  }

  private void end(BattleEnd end) {
    playing = false;
    if (!door.left(end, lastHeardNs)) {
      giveLinkBack();
    }
  }

  @Override
  public synchronized void onPacket(ByteBuffer received, long nowNs) {
    if (link == null) {
      return; // under way when the link was given back
    }
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
        playing = false;
        return;
      case REFUSED:
        end(BattleEnd.REFUSED);
        return;
      case STATE:
        onState(nowNs);
        return;
      case ENDED:
        if (playing && packet.battle() == latest.battle()) {
          metrics.battlePlayed();
          end(BattleEnd.OVER);
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
    if (!playing) {
      playing = true;
      door.entered(nowNs);
    }
  }
}
