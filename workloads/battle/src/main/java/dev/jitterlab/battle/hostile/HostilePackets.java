package dev.jitterlab.battle.hostile;

import dev.jitterlab.battle.rules.DeterministicRandom;
import dev.jitterlab.battle.session.ClientSession;
import dev.jitterlab.battle.session.ConnectTokens;
import dev.jitterlab.battle.session.Datagram;
import dev.jitterlab.battle.session.Grant;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

/** A stock of hostile packets, made in advance so that sending costs no more than it must. */
final class HostilePackets {
  private static final int STOCK = 1_024;
  private static final int MAX_GARBAGE_BYTES = 300;
  private static final int MAX_FORGED_MESSAGE_BYTES = 42;
  private static final int MAX_FORGED_SEQUENCE = 60_000;
  private static final int KEY_BYTES = 16;

  private final DeterministicRandom random;
  private final SecureRandom nonces = new SecureRandom();

  HostilePackets(long seed) {
    this.random = new DeterministicRandom(seed);
  }

  /** Makes packets of that kind; {@code recorded} are those to be replayed. */
  List<byte[]> of(HostileKind kind, List<byte[]> recorded) {
    List<byte[]> packets = new ArrayList<>();
    for (int i = 0; i < STOCK; i++) {
      switch (kind) {
        case GARBAGE:
          packets.add(garbage());
          break;
        case REPLAYED:
          packets.add(recorded.get(i % recorded.size()));
          break;
        case FORGED:
          packets.add(forged());
          break;
        case REQUESTS:
          packets.add(request());
          break;
        case CHURN:
        case INSIDERS:
          throw new IllegalArgumentException(kind + " has no stock");
        case MIXED:
          packets.add(garbage());
          packets.add(recorded.get(i % recorded.size()));
          packets.add(forged());
          packets.add(request());
          break;
      }
    }
    return packets;
  }

  private byte[] garbage() {
    return randomBytes(random.between(1, MAX_GARBAGE_BYTES));
  }

  /** With a sequence that a session which began a while ago may well have next. */
  private byte[] forged() {
    int message = random.between(1, MAX_FORGED_MESSAGE_BYTES);
    byte[] packet = randomBytes(Datagram.SEALED_OVERHEAD_BYTES + message);
    ByteBuffer.wrap(packet)
        .put((byte) Datagram.SEALED)
        .putInt(random.between(1, MAX_FORGED_SEQUENCE));
    return packet;
  }

  private byte[] request() {
    Grant unissued =
        new Grant(
            ConnectTokens.STANDALONE_ID,
            Integer.MAX_VALUE,
            randomBytes(ConnectTokens.SEALED_BYTES),
            new byte[KEY_BYTES],
            new byte[KEY_BYTES]);
    ByteBuffer request = new ClientSession(unissued, nonces).join(0);
    byte[] packet = new byte[request.remaining()];
    request.get(packet);
    return packet;
  }

  private byte[] randomBytes(int count) {
    byte[] bytes = new byte[count];
    for (int i = 0; i < count; i++) {
      bytes[i] = (byte) random.nextLong();
    }
    return bytes;
  }
}
