package dev.jitterlab.battle.server;

import dev.jitterlab.battle.session.Allowance;
import dev.jitterlab.battle.session.ClientSession;
import dev.jitterlab.battle.session.ConnectToken;
import dev.jitterlab.battle.session.ConnectTokens;
import dev.jitterlab.battle.session.Datagram;
import dev.jitterlab.battle.session.ForgeryBudget;
import dev.jitterlab.battle.session.ServerHandshake;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;

/** Sessions made by a handshake without a network. */
final class OfflineSession {
  private static final SecureRandom RANDOM = new SecureRandom();

  private OfflineSession() {}

  static PlayerSession at(int port, long nowNs) {
    return at(port, ConnectToken.LOBBY, nowNs);
  }

  /** Of the player with the port's number, for that battle. */
  static PlayerSession at(int port, long battle, long nowNs) {
    return at(port, battle, 0, nowNs);
  }

  /** The same, in that seat. */
  static PlayerSession at(int port, long battle, int seat, long nowNs) {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    ConnectTokens tokens = ConnectTokens.development(RANDOM);
    ServerHandshake server = new ServerHandshake(tokens, RANDOM, nowNs);
    ClientSession client = new ClientSession(tokens.issue(port, battle, seat, 60), RANDOM);
    verify(server, client.join(1), address, nowNs);
    ByteBuffer challenge = ByteBuffer.allocate(Datagram.CHALLENGE_BYTES);
    server.putChallenge(challenge, address, nowNs);
    client.receive(challenge.flip());
    verify(server, client.join(2), address, nowNs);
    Allowance allowance = new Allowance(1, nowNs);
    return new PlayerSession(address, server, allowance, new ForgeryBudget(1, nowNs), nowNs);
  }

  private static void verify(
      ServerHandshake server, ByteBuffer packet, InetSocketAddress from, long nowNs) {
    byte[] bytes = new byte[packet.remaining()];
    packet.get(bytes);
    if (!server.decode(bytes, bytes.length)) {
      throw new AssertionError("not a packet of a handshake");
    }
    server.verify(from, nowNs, 0);
  }
}
