package dev.jitterlab.arena.server;

import dev.jitterlab.arena.world.Fighter;
import java.net.InetSocketAddress;

/** A client that has joined over UDP. Belongs to the thread of its port, but for its address. */
final class UdpSession {
  final long nonce;
  final long token;
  final MessageBudget budget;
  Fighter fighter;
  long heardNs;

  /** Where it has shown with a cookie that it is; the outbox sends there. */
  volatile InetSocketAddress address;

  UdpSession(long nonce, long token, InetSocketAddress address, long nowNs) {
    this.nonce = nonce;
    this.token = token;
    this.address = address;
    this.heardNs = nowNs;
    this.budget = new MessageBudget(nowNs);
  }
}
