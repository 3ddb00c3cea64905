package dev.jitterlab.battle.bot;

import dev.jitterlab.battle.bot.link.Link;
import dev.jitterlab.battle.protocol.Decoding;
import dev.jitterlab.battle.protocol.PackedInput;
import dev.jitterlab.battle.protocol.ServerPacket;
import dev.jitterlab.battle.protocol.State;
import dev.jitterlab.battle.protocol.StateDecoder;
import dev.jitterlab.battle.rules.BattleEnding;
import dev.jitterlab.battle.session.ClientSession;
import dev.jitterlab.battle.session.Grant;
import dev.jitterlab.battle.session.HandshakePace;
import dev.jitterlab.load.RequestStream;
import dev.jitterlab.tick.Tick;
import dev.jitterlab.tick.TickTask;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.function.Supplier;

/**
 * One player. Each tick sends one packet: an INPUT while a battle is on, else what leads to one;
 * nothing while it has no link, and less while it waits for a session ({@link HandshakePace}). What
 * the server sends is read by another thread and kept as the latest state.
 *
 * <p>The tick and the reader lock each other out; both hold the lock for microseconds.
 */
final class Bot implements TickTask, Link.Receiver {
  /** After so long a session is lost: refused, or its server is not there any more. */
  private static final long LOST_NS = 3_000_000_000L;

  /**
   * So long a handshake may take: as long as a challenge can be answered. Who begins anew earlier
   * makes work for a server that is late already, and throws away what it has done.
   */
  private static final long HANDSHAKE_NS = 10_000_000_000L;

  private static final long SECOND_NS = 1_000_000_000;

  private final RequestStream requests;
  private final BotMind mind;
  private final long reactionNs;
  private final BattleDoor door;
  private final BotMetrics metrics;
  private final SecureRandom random;
  private final ServerPacket packet = new ServerPacket();
  private final TickPace pace = new TickPace();
  private final StatePeriods periods;
  private Link link;
  private Supplier<Grant> grants;
  private final HandshakePace handshakes = new HandshakePace();
  private ClientSession session; // null before the first tick with a link
  private StateDecoder states; // of this session: servers number their battles alike
  private boolean playing;
  private int pacedBattle;
  private int endedBattle;
  private int lastNumber;
  private int lastNotice; // of this session, 0 before the first
  private boolean needsState;
  private int handshakesSent; // of this session
  private long joiningSinceNs;
  private long lastHeardNs;
  private long quietSinceNs; // other than lastHeardNs, new sessions do not change it

  /**
   * Creates a bot that does nothing until it has a link.
   *
   * @param reactionNs how old what it acts upon is, as far as it keeps the states
   */
  Bot(
      RequestStream requests,
      BotMind mind,
      long reactionNs,
      BattleDoor door,
      BotMetrics metrics,
      SecureRandom random) {
    this.requests = requests;
    this.mind = mind;
    this.reactionNs = reactionNs;
    this.door = door;
    this.metrics = metrics;
    this.periods = new StatePeriods(metrics, door.battleWithinNs());
    this.random = random;
  }

  /**
   * Begins to join at the other end of a link, which belongs to the bot from now on.
   *
   * @param newGrants gives the grant of each session that it takes
   */
  synchronized void enter(Link newLink, Supplier<Grant> newGrants) {
    if (link != null) {
      giveLinkBack();
    }
    link = newLink;
    grants = newGrants;
    pacedBattle = 0; // that was another server's
  }

  @Override
  public synchronized void tick(Tick tick) {
    periods.look(tick.startedNs());
    if (session == null) {
      quietSinceNs = tick.startedNs();
    } else if (tick.startedNs() - quietSinceNs > door.patienceNs()) {
      end(BattleEnd.SILENCE);
    }
    if (link == null) {
      return;
    }
    requests.missed(tick.missedPeriods());
    if (session == null || tick.startedNs() - lastHeardNs > patienceNs()) {
      if (session == null) {
        periods.awaitBattle(tick.startedNs());
      }
      beginJoin(tick.startedNs());
      session = new ClientSession(grants.get(), random);
      states = new StateDecoder();
      playing = false; // until this session has a state
      endedBattle = 0;
      handshakes.restart();
      handshakesSent = 0;
      lastNotice = 0;
      needsState = false;
      lastHeardNs = tick.startedNs();
    }
    if (session.isOpen()) {
      number(tick);
      send(playing ? input(tick.startedNs()) : session.join(lastNumber), tick.startedNs());
      if (playing && needsState) {
        sendAside(session.needState(lastNumber), tick.startedNs());
      }
    } else {
      shakeHands(tick);
    }
  }

  private void beginJoin(long nowNs) {
    if (session == null || session.isOpen()) {
      joiningSinceNs = nowNs;
    } else {
      metrics.joinFailed();
    }
  }

  private long patienceNs() {
    return session.isOpen() || session.refusal() != null ? LOST_NS : HANDSHAKE_NS;
  }

  /** Only what is sent of a handshake was ever due. */
  private void shakeHands(Tick tick) {
    if (handshakes.tryTake(tick.startedNs())) {
      number(tick);
      handshakesSent++;
      send(session.join(lastNumber), tick.startedNs());
    }
    requests.suspend();
  }

  private void number(Tick tick) {
    if (tick.isReanchored()) {
      requests.restart(tick.scheduledNs());
    }
    lastNumber = requests.next(tick.scheduledNs());
  }

  private ByteBuffer input(long nowNs) {
    State latest = states.latest();
    mind.decide(states.before(reactionTicks(latest)));
    long input =
        PackedInput.of(mind.moveX(), mind.moveY(), mind.aim(), mind.buttons(), pace.at(nowNs));
    return session.input(lastNumber, latest.battle(), latest.tick(), input);
  }

  private int reactionTicks(State latest) {
    return (int) (reactionNs * latest.ticksPerSecond() / SECOND_NS);
  }

  private void send(ByteBuffer datagram, long nowNs) {
    switch (link.send(datagram, nowNs)) {
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

  /** Sends what is no request of the load: it has no answer of its own. */
  private void sendAside(ByteBuffer datagram, long nowNs) {
    Link.Departure unused = link.send(datagram, nowNs);
  }

  /** Ends the session, so that the server need not wait for the silence. */
  synchronized void leave(long nowNs) {
    if (link == null) {
      return;
    }
    if (session != null && session.isOpen()) {
      ByteBuffer leave = session.leave(requests.next(nowNs));
      requests.withdrawn(); // it has no answer
      Link.Departure unused = link.send(leave, nowNs);
    }
    giveLinkBack();
  }

  /** Returns whether it has battles on its server, or waits no longer than it may for the next. */
  synchronized boolean isPlaying(long nowNs) {
    return periods.isPlaying(nowNs);
  }

  private void giveLinkBack() {
    link.close();
    link = null;
    session = null;
    playing = false;
    periods.stop();
    requests.suspend();
  }

  private void end(BattleEnd end) {
    playing = false;
    if (!door.left(end, quietSinceNs)) {
      giveLinkBack();
    }
  }

  @Override
  public synchronized void onPacket(ByteBuffer received, long nowNs) {
    if (session == null) {
      return; // nothing was asked yet, or it was under way when the link was given back
    }
    boolean wasOpen = session.isOpen();
    switch (session.receive(received)) {
      case IGNORED:
        return;
      case CHALLENGED:
        onHandshakeAnswered(nowNs);
        handshakes.restart();
        lastHeardNs = nowNs;
        return;
      case REFUSED:
        metrics.refusals.inc();
        end(BattleEnd.REFUSED);
        return;
      case MESSAGE:
        if (!wasOpen) {
          metrics.joined(nowNs - joiningSinceNs);
          onHandshakeAnswered(nowNs);
        }
        onMessage(nowNs);
        return;
    }
  }

  /** An answer stands for every packet of the handshake that led to it. */
  private void onHandshakeAnswered(long nowNs) {
    for (int i = 0; i < handshakesSent; i++) {
      requests.answered(lastNumber - i, nowNs);
    }
    handshakesSent = 0;
  }

  private void onMessage(long nowNs) {
    Decoding decoding = packet.decode(session.message(), states);
    if (decoding != Decoding.OK && decoding != Decoding.UNKNOWN_BASELINE) {
      metrics.malformed.inc();
      return;
    }
    lastHeardNs = nowNs;
    quietSinceNs = nowNs;
    acknowledge(nowNs);
    if (decoding == Decoding.UNKNOWN_BASELINE) {
      metrics.unknownBaselines.inc();
      needsState = true; // until one comes
      return;
    }
    switch (packet.type()) {
      case QUEUED:
        playing = false;
        periods.queued(packet.waiting(), nowNs);
        return;
      case STATE:
        needsState = false;
        onState(nowNs);
        return;
      case ENDED:
        if (packet.battle() == pacedBattle) {
          periods.over(nowNs);
        }
        if (playing && packet.battle() == states.latest().battle()) {
          metrics.battles.inc();
          State latest = states.latest();
          boolean won = latest.mode().teamOf(latest.you()) == packet.winner();
          BattleEnding ending = BattleEnding.ofCode(packet.endingCode());
          mind.over(ending, won);
          door.over(ending, won);
          end(BattleEnd.OVER);
        }
        endedBattle = packet.battle();
        return;
      case WARNED:
        onNotice(nowNs);
        return;
      case KICKED:
        onNotice(nowNs);
        end(BattleEnd.KICKED);
        return;
    }
  }

  /** Confirms each copy, since the confirmation before may be lost; counts the first. */
  private void onNotice(long nowNs) {
    sendAside(session.noted(lastNumber, packet.notice()), nowNs);
    if (packet.notice() != lastNotice) {
      lastNotice = packet.notice();
      metrics.penalties.inc();
    }
  }

  private void acknowledge(long nowNs) {
    requests.answered(packet.ack(), nowNs);
    for (int bits = packet.ackBits(); bits != 0; bits &= bits - 1) {
      requests.answered(packet.ack() - 1 - Integer.numberOfTrailingZeros(bits), nowNs);
    }
  }

  /** Plays on, unless the state is of a battle that has ended. */
  private void onState(long nowNs) {
    State latest = states.latest();
    if (latest.battle() == endedBattle) {
      return;
    }
    int ticks = latest.tick() - pace.latestTick();
    long periodNs = SECOND_NS / latest.ticksPerSecond();
    if (latest.battle() != pacedBattle || ticks < 0) {
      pacedBattle = latest.battle();
      pace.start(latest.tick(), nowNs);
      periods.began(nowNs, periodNs);
    } else if (ticks > 0) { // also after a session was lost: the player had no state for so long
      periods.state(ticks, nowNs, periodNs);
      pace.arrived(latest.tick(), nowNs);
    }
    if (!playing) {
      playing = true;
      door.entered(nowNs);
    }
    mind.saw(latest);
  }
}
