package dev.jitterlab.battle.server;

import dev.jitterlab.battle.session.AddressLimits;
import dev.jitterlab.battle.session.Bans;
import dev.jitterlab.battle.session.ConnectToken;
import dev.jitterlab.battle.session.ConnectTokens;
import dev.jitterlab.battle.session.Datagram;
import dev.jitterlab.battle.session.ForgeryBudget;
import dev.jitterlab.battle.session.RateLimit;
import dev.jitterlab.battle.session.Refusal;
import dev.jitterlab.battle.session.ServerHandshake;
import dev.jitterlab.battle.session.UsedTokens;
import dev.jitterlab.tick.NanoClock;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.function.LongSupplier;

/**
 * Everything about strangers: answers a REQUEST with a CHALLENGE and a RESPONSE with a session, or
 * either with a REFUSED. Nothing is kept of a stranger before the RESPONSE. What strangers cost is
 * bounded by a limit for each address and one for all together, which apply before any
 * cryptography. Event loop only.
 */
final class Handshakes {
  static final int ALL_PER_SECOND = 20_000;
  static final int ADDRESS_PER_SECOND = 5_000;

  /** Tokens remembered until they expire: 18 new ones a second if all live for an hour. */
  private static final int TOKENS = 65_536;

  private final ServerSettings settings;
  private final NanoClock clock;
  private final LongSupplier epochSeconds;
  private final ServerHandshake handshake;
  private final Sessions sessions;
  private final Seats seats;
  private final Bans bans;
  private final PacketWriter writer;
  private final ServerMetrics metrics;
  private final RateLimit all;
  private final AddressLimits addresses;
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
      PacketWriter writer,
      ServerMetrics metrics) {
    long nowNs = clock.nanoTime();
    this.settings = settings;
    this.clock = clock;
    this.epochSeconds = epochSeconds;
    this.handshake = new ServerHandshake(tokens, random, nowNs);
    this.sessions = sessions;
    this.seats = seats;
    this.bans = bans;
    this.writer = writer;
    this.metrics = metrics;
    this.all = new RateLimit(ALL_PER_SECOND, nowNs);
    this.addresses = new AddressLimits(ADDRESS_PER_SECOND, random.nextLong(), nowNs);
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
    if (!addresses.tryTake(from.getAddress(), nowNs) || !all.tryTake(nowNs)) {
      metrics.handshakeRateLimited();
      return;
    }
    ServerHandshake.Outcome outcome = handshake.verify(from, nowNs, epochSeconds.getAsLong());
    metrics.handshake(outcome);
    switch (outcome) {
      case FORGED_TOKEN:
      case BAD_RESPONSE:
        return;
      case EXPIRED_TOKEN:
        refuse(from, Refusal.EXPIRED);
        return;
      case REQUESTED:
        onRequest(from, nowNs);
        return;
      case RESPONDED:
        onResponse(from, nowNs);
        return;
    }
  }

  private void onRequest(InetSocketAddress from, long nowNs) {
    Refusal refusal = refusal(from, nowNs);
    if (refusal == null) {
      handshake.putChallenge(out.clear(), from, nowNs);
      writer.unsealed(from, answer, out.position());
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
    } else if (used.use(
        handshake.tokenId(), from, handshake.challenge(), handshake.token().expiresAtSeconds())) {
      RateLimit limit = new RateLimit(settings.packetsPerSecond(), nowNs);
      sessions.open(new PlayerSession(from, handshake, limit, forgeries, nowNs), nowNs);
    }
  }

  /** The first answer may have been lost; a player in a battle gets the next state. */
  private void repeatAnswer(PlayerSession session) {
    session.window().acceptIfNew(handshake.firstNumber());
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
    if (sessions.isFullFor(token.playerId()) || used.isFullFor(handshake.tokenId())) {
      return Refusal.FULL;
    }
    return seats.admits(token) ? null : Refusal.NO_SEAT;
  }

  private void refuse(InetSocketAddress to, Refusal refusal) {
    metrics.refused(refusal);
    handshake.putRefused(out.clear(), refusal);
    writer.unsealed(to, answer, out.position());
  }

  /** Forgets what is over. */
  void onTimer(long nowNs) {
    used.forgetExpired(epochSeconds.getAsLong());
    bans.forgetEnded(nowNs);
  }
}
