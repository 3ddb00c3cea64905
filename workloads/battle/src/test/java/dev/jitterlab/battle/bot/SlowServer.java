package dev.jitterlab.battle.bot;

import dev.jitterlab.battle.bot.link.Link;
import dev.jitterlab.battle.protocol.AckWindow;
import dev.jitterlab.battle.protocol.ClientPacket;
import dev.jitterlab.battle.protocol.ServerPacket;
import dev.jitterlab.battle.protocol.StateEncoder;
import dev.jitterlab.battle.protocol.StateUpdates;
import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleInputs;
import dev.jitterlab.battle.rules.BattleRules;
import dev.jitterlab.battle.rules.DeterministicRandom;
import dev.jitterlab.battle.session.ConnectTokens;
import dev.jitterlab.battle.session.Datagram;
import dev.jitterlab.battle.session.PacketOpener;
import dev.jitterlab.battle.session.PacketSealer;
import dev.jitterlab.battle.session.ServerHandshake;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * A server that takes its time for each packet, with a queue before it, as a socket's buffer is.
 * Time is the test's. Who has a session is told to wait, unless {@link #play} was called.
 */
final class SlowServer {
  private static final int QUEUE = 8_000;

  private final SecureRandom random = new SecureRandom();
  private final DeterministicRandom losses = new DeterministicRandom(1);
  private final ServerHandshake handshake =
      new ServerHandshake(ConnectTokens.development(random), random, 0);
  private final Queue<Arrival> queue = new ArrayDeque<>();
  private final List<Client> clients = new ArrayList<>();
  private final byte[] message = new byte[Datagram.MAX_MESSAGE_BYTES];
  private final byte[] datagram = new byte[Datagram.MAX_BYTES];
  private final long handshakeNs;
  private final long sealedNs;
  private final int lossPercent;
  private long freeAtNs;
  private Battle battle; // null while there is none
  private StateEncoder states;
  private int inputs;
  private int futureInputs;

  SlowServer(long handshakeNs, long sealedNs, int lossPercent) {
    this.handshakeNs = handshakeNs;
    this.sealedNs = sealedNs;
    this.lossPercent = lossPercent;
  }

  Link connect(Link.Receiver receiver) {
    Client client = new Client(receiver, clients.size() + 1);
    clients.add(client);
    return client;
  }

  /** Returns how many clients have a session that they have used. */
  long open() {
    return clients.stream().filter(client -> client.used).count();
  }

  /** Returns how many sessions were opened; more than clients if one began again. */
  int opened() {
    return clients.stream().mapToInt(client -> client.opened).sum();
  }

  /** Does what it can until then. */
  void run(long nowNs) {
    while (!queue.isEmpty()) {
      Arrival next = queue.peek();
      boolean isSealed = next.bytes[0] == Datagram.SEALED;
      long doneNs = Math.max(freeAtNs, next.atNs) + (isSealed ? sealedNs : handshakeNs);
      if (doneNs > nowNs) {
        return;
      }
      queue.remove();
      freeAtNs = doneNs;
      next.from.receive(next.bytes, doneNs, isSealed);
    }
  }

  /** From now on there is a battle of that number. Each packet of a session plays a tick of it. */
  void play(int id) {
    battle = new Battle(new BattleRules(20, 10_000, 60_000), 2, 1);
    states = new StateEncoder(id, battle, StateUpdates.HYBRID, true);
  }

  /** Returns how many inputs came. */
  int inputs() {
    return inputs;
  }

  /** Returns how many of them claimed to have seen a tick that had not been played. */
  int futureInputs() {
    return futureInputs;
  }

  private boolean isLost() {
    return losses.nextInt(100) < lossPercent;
  }

  /** A packet in the queue. */
  private static final class Arrival {
    final Client from;
    final byte[] bytes;
    final long atNs;

    Arrival(Client from, byte[] bytes, long atNs) {
      this.from = from;
      this.bytes = bytes;
      this.atNs = atNs;
    }
  }

  /** One client's way to the server, and his session. */
  private final class Client implements Link {
    private final Link.Receiver receiver;
    private final InetSocketAddress address;
    private final ClientPacket packet = new ClientPacket();
    private long challenge;
    private PacketOpener opener;
    private PacketSealer sealer;
    private AckWindow window;
    private int opened;
    private boolean used;

    Client(Link.Receiver receiver, int port) {
      this.receiver = receiver;
      this.address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    @Override
    public Departure send(ByteBuffer sent, long nowNs) {
      byte[] bytes = new byte[sent.remaining()];
      sent.get(bytes);
      if (isLost()) {
        return Departure.WITHHELD;
      }
      if (queue.size() < QUEUE) {
        queue.add(new Arrival(this, bytes, nowNs));
      }
      return Departure.SENT;
    }

    void receive(byte[] bytes, long nowNs, boolean isSealed) {
      if (isSealed) {
        onSealed(bytes, nowNs);
      } else if (handshake.decode(bytes, bytes.length)) {
        onHandshake(nowNs);
      }
    }

    private void onSealed(byte[] bytes, long nowNs) {
      if (opener.open(bytes, bytes.length, message) == PacketOpener.Opening.OK) {
        packet.decode(ByteBuffer.wrap(message, 0, opener.messageBytes()));
        used = true;
        window.acceptIfNew(packet.number());
        if (battle == null) {
          answerQueued(nowNs);
        } else {
          answerState(nowNs);
        }
      }
    }

    private void answerState(long nowNs) {
      boolean isInput = packet.type() == ClientPacket.Type.INPUT;
      int seen = isInput ? packet.seen() : 0;
      inputs += isInput ? 1 : 0;
      futureInputs += seen > battle.tick() ? 1 : 0;
      battle.step(new BattleInputs());
      states.capture();
      byte[] body = new byte[StateEncoder.MAX_BYTES];
      int length = states.encode(0, Math.min(seen, battle.tick() - 1), body);
      ByteBuffer out = ByteBuffer.wrap(message);
      ServerPacket.putStateHead(out, window.ack(), window.ackBits());
      out.put(body, 0, length);
      seal(out, nowNs);
    }

    private void onHandshake(long nowNs) {
      switch (handshake.verify(address, nowNs, 0)) {
        case REQUESTED:
          ByteBuffer out = ByteBuffer.wrap(datagram);
          handshake.putChallenge(out, address, nowNs);
          answer(out.flip(), nowNs);
          return;
        case RESPONDED:
          onResponse();
          answerQueued(nowNs);
          return;
        case FORGED_TOKEN:
        case EXPIRED_TOKEN:
        case BAD_RESPONSE:
          return;
      }
    }

    private void onResponse() {
      if (opener == null || challenge != handshake.challenge()) {
        challenge = handshake.challenge();
        opener = handshake.opener();
        sealer = handshake.sealer();
        window = new AckWindow(handshake.firstNumber());
        opened++;
      } else {
        window.acceptIfNew(handshake.firstNumber());
      }
    }

    private void answerQueued(long nowNs) {
      ByteBuffer out = ByteBuffer.wrap(message);
      ServerPacket.putQueued(out, window.ack(), window.ackBits(), 1, 2);
      seal(out, nowNs);
    }

    private void seal(ByteBuffer out, long nowNs) {
      int bytes = sealer.seal(message, out.position(), datagram);
      answer(ByteBuffer.wrap(datagram, 0, bytes), nowNs);
    }

    private void answer(ByteBuffer out, long nowNs) {
      if (!isLost()) {
        receiver.onPacket(out, nowNs);
      }
    }

    @Override
    public void close() {}
  }
}
