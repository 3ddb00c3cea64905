package dev.jitterlab.battle.server;

import dev.jitterlab.battle.session.AddressLimits;
import dev.jitterlab.battle.session.Allowance;
import dev.jitterlab.battle.session.Allowances;
import dev.jitterlab.battle.session.Bans;
import dev.jitterlab.battle.session.ConnectToken;
import dev.jitterlab.battle.session.ConnectTokens;
import dev.jitterlab.battle.session.Datagram;
import dev.jitterlab.battle.session.ForgeryBudget;
import dev.jitterlab.battle.session.Offence;
import dev.jitterlab.battle.session.RateLimit;
import dev.jitterlab.battle.session.Refusal;
import dev.jitterlab.battle.session.ServerHandshake;
import dev.jitterlab.battle.session.TokenLimits;
import dev.jitterlab.battle.session.UsedTokens;
import dev.jitterlab.tick.NanoClock;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/**
 * Everything about strangers: answers a REQUEST with a CHALLENGE and a RESPONSE with a session, or
 * either with a REFUSED. Nothing is kept of a stranger before the RESPONSE. Event loop only.
 *
 * <p>What strangers cost is bounded before any cryptography: by a limit for each address, one for
 * all REQUESTs and one for all RESPONSEs, so that forged REQUESTs keep no RESPONSE out. Once one of
 * those two is half spent, addresses that sent many forged packets have only a sample of theirs
 * looked at: the rest is for the others. Whoever has an authentic token is bounded by that token
 * ({@link TokenLimits}), and in the sessions that he opens ({@link Allowance}).
 */
final class Handshakes {
  /** REQUESTs that are verified a second; and RESPONSEs. */
  static final int KIND_PER_SECOND = 20_000;

  static final int ADDRESS_PER_SECOND = 5_000;

  /** Forged packets from one address a second, beyond which it may be sampled. */
  static final int FORGED_PER_SECOND = 200;

  /** Sessions from one address a second whose players had another a short while ago. */
  static final int REOPENED_PER_SECOND = 50;

  private static final int SAMPLE = 16;

  /** Tokens remembered until they expire: 18 new ones a second if all live for an hour. */
  private static final int TOKENS = 65_536;

  private final NanoClock clock;
  private final LongSupplier epochSeconds;
  private final ServerHandshake handshake;
  private final Sessions sessions;
  private final Seats seats;
  private final Bans bans;
  private final PacketWriter writer;
  private final ServerMetrics metrics;
  private final Discipline discipline;
  private final RateLimit requests;
  private final RateLimit responses;
  private final AddressLimits addresses;
  private final AddressLimits forgers;
  private final AddressLimits reopened;
  private final TokenLimits byToken;
  private final Allowances allowances;
  private final SplittableRandom choice;
  private final UsedTokens used;
  private final ForgeryBudget forgeries;
  private final byte[] answer = new byte[Datagram.CHALLENGE_BYTES];
  private final ByteBuffer out = ByteBuffer.wrap(answer);

  Handshakes(
      ServerSettings settings,
      NanoClock clock,
      LongSupplier epochSeconds,
      ConnectTokens tokens,
      SecureRandom random,
      Sessions sessions,
      Seats seats,
      Bans bans,
      Discipline discipline,
      PacketWriter writer,
      ServerMetrics metrics) {
    long nowNs = clock.nanoTime();
    this.clock = clock;
    this.epochSeconds = epochSeconds;
    this.handshake = new ServerHandshake(tokens, random, nowNs);
    this.sessions = sessions;
    this.seats = seats;
    this.bans = bans;
    this.writer = writer;
    this.metrics = metrics;
    this.discipline = discipline;
    this.requests = new RateLimit(KIND_PER_SECOND, nowNs);
    this.responses = new RateLimit(KIND_PER_SECOND, nowNs);
    this.addresses = new AddressLimits(ADDRESS_PER_SECOND, random.nextLong(), nowNs);
    this.forgers = new AddressLimits(FORGED_PER_SECOND, random.nextLong(), nowNs);
    this.reopened = new AddressLimits(REOPENED_PER_SECOND, random.nextLong(), nowNs);
    this.byToken = new TokenLimits(random.nextLong(), nowNs);
    this.allowances = new Allowances(TOKENS, settings.packetsPerSecond());
    this.choice = new SplittableRandom(random.nextLong());
    this.used = new UsedTokens(TOKENS);
    this.forgeries = new ForgeryBudget(random.nextLong(), nowNs);
  }

  /** Takes a datagram that says it is a REQUEST or a RESPONSE. */
  void receive(byte[] datagram, int bytes, InetSocketAddress from) {
    if (!handshake.decode(datagram, bytes)) {
      metrics.packet(PacketOutcome.MALFORMED);
      return;
    }
    metrics.packet(PacketOutcome.HANDSHAKE);
    long nowNs = clock.nanoTime();
    RateLimit ofToken = byToken.of(handshake.tokenId(), from.getAddress());
    RateLimit forged = forgers.of(from.getAddress());
    if (!ofToken.has(1, nowNs) || !isWithinLimits(from.getAddress(), forged, nowNs)) {
      metrics.handshakesLimited.inc();
      return;
    }
    ServerHandshake.Outcome outcome = handshake.verify(from, nowNs, epochSeconds.getAsLong());
    metrics.handshake(outcome);
    switch (outcome) {
      case FORGED_TOKEN:
      case BAD_RESPONSE:
        boolean unusedForged = forged.tryTake(nowNs);
        return;
      case EXPIRED_TOKEN:
        boolean unusedExpired = ofToken.tryTake(nowNs);
        refuse(from, Refusal.EXPIRED);
        return;
      case REQUESTED:
        boolean unusedRequest = ofToken.tryTake(nowNs);
        onRequest(from, nowNs);
        return;
      case RESPONDED:
        boolean unusedResponse = ofToken.tryTake(nowNs);
        onResponse(from, nowNs);
        return;
    }
  }

  /** Counts the packet decoded last, unless it is beyond a limit of its address or its kind. */
  private boolean isWithinLimits(InetAddress from, RateLimit forged, long nowNs) {
    RateLimit ofKind = handshake.isResponse() ? responses : requests;
    return addresses.of(from).tryTake(nowNs)
        && (forged.has(1, nowNs)
            || ofKind.has(KIND_PER_SECOND / 2, nowNs)
            || choice.nextInt(SAMPLE) == 0)
        && ofKind.tryTake(nowNs);
  }

  private void onRequest(InetSocketAddress from, long nowNs) {
    Refusal refusal = refusal(from, nowNs);
    if (refusal == null) {
      handshake.putChallenge(out.clear(), from, nowNs);
      writer.write(from, answer, out.position());
    } else {
      refuse(from, refusal);
    }
  }

  private void onResponse(InetSocketAddress from, long nowNs) {
    PlayerSession there = sessions.at(from);
    if (there != null && there.isFrom(handshake)) {
      repeatAnswer(there);
      return;
    }
    Refusal refusal = refusal(from, nowNs);
    if (refusal != null) {
      refuse(from, refusal);
    } else if (used.isNewer(handshake.tokenId(), handshake.challenge())) {
      openSession(from, nowNs);
    }
  }

  /** Uses no challenge of a RESPONSE beyond the limit of reopened sessions: it is sent again. */
  private void openSession(InetSocketAddress from, long nowNs) {
    long playerId = handshake.token().playerId();
    if (allowances.isKnown(playerId) && !reopened.of(from.getAddress()).tryTake(nowNs)) {
      metrics.handshakesLimited.inc();
      return;
    }
    boolean unused =
        used.use(
            handshake.tokenId(), from, handshake.challenge(), handshake.token().expiresAtSeconds());
    Allowance allowance = allowances.of(playerId, nowNs);
    if (allowance.tryOpen(nowNs)) {
      sessions.open(new PlayerSession(from, handshake, allowance, forgeries, nowNs), nowNs);
    } else {
      discipline.punish(playerId, allowance, Offence.TOO_MANY_SESSIONS, nowNs);
    }
  }

  /** The first answer may have been lost; a player in a battle gets the next state. */
  private void repeatAnswer(PlayerSession session) {
    session.window.acceptIfNew(handshake.firstNumber());
    if (!session.isPlaying()) {
      sessions.answerQueued(session);
    }
  }

  private Refusal refusal(InetSocketAddress from, long nowNs) {
    ConnectToken token = handshake.token();
    if (bans.isBanned(token.playerId(), nowNs)) {
      return Refusal.KICKED;
    }
    if (!used.isFree(handshake.tokenId(), from)) {
      return Refusal.TOKEN_USED;
    }
    if (sessions.isTaken(from, token.playerId())) {
      return Refusal.ADDRESS_TAKEN;
    }
    if (sessions.isFullFor(token.playerId())
        || used.isFullFor(handshake.tokenId())
        || allowances.isFullFor(token.playerId())) {
      return Refusal.FULL;
    }
    return seats.admits(token) ? null : Refusal.NO_SEAT;
  }

  private void refuse(InetSocketAddress to, Refusal refusal) {
    metrics.refused(refusal);
    handshake.putRefused(out.clear(), refusal);
    writer.write(to, answer, out.position());
  }

  /** Forgets what is over. */
  void onTimer(long nowNs) {
    used.forgetExpired(epochSeconds.getAsLong());
    bans.forgetEnded(nowNs);
    allowances.forgetOld(nowNs);
  }
}
