package dev.jitterlab.benchmarks;

import dev.jitterlab.battle.session.ClientSession;
import dev.jitterlab.battle.session.ConnectToken;
import dev.jitterlab.battle.session.ConnectTokens;
import dev.jitterlab.battle.session.Datagram;
import dev.jitterlab.battle.session.ForgeryBudget;
import dev.jitterlab.battle.session.GuardedOpener;
import dev.jitterlab.battle.session.PacketOpener;
import dev.jitterlab.battle.session.PacketSealer;
import dev.jitterlab.battle.session.ServerHandshake;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a packet costs the event loop in cryptography, and a stranger in handshakes. With {@code
 * -prof gc}: what the JDK's {@code Cipher} allocates.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class SealedPacketBenchmark {
  private static final int INPUT_BYTES = 42;
  private static final int STATE_BYTES = 300;

  private final SecureRandom random = new SecureRandom();
  private final InetSocketAddress address =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
  private final ConnectTokens tokens = ConnectTokens.development(random);
  private final ServerHandshake server = new ServerHandshake(tokens, random, 0);
  private final ClientSession client =
      new ClientSession(tokens.issue(1, ConnectToken.LOBBY, 0, 1), random);
  private final byte[] message = new byte[Datagram.MAX_MESSAGE_BYTES];
  private final byte[] datagram = new byte[Datagram.MAX_BYTES];
  private final byte[] forged = new byte[Datagram.SEALED_OVERHEAD_BYTES + INPUT_BYTES];
  private final byte[] request = new byte[Datagram.REQUEST_BYTES];
  private final byte[] response = new byte[Datagram.RESPONSE_BYTES];
  private PacketSealer sealer;
  private PacketOpener opener;
  private GuardedOpener guarded;
  private int number;

  /** Shakes hands. */
  @Setup
  public void open() {
    client.join(0).get(request);
    verify(request);
    ByteBuffer challenge = ByteBuffer.allocate(Datagram.CHALLENGE_BYTES);
    server.putChallenge(challenge, address, 0);
    client.receive(challenge.flip());
    client.join(1).get(response);
    verify(response);
    sealer = server.sealer();
    opener = server.opener();
    guarded = new GuardedOpener(server.opener(), new ForgeryBudget(1, 0), 0);
    random.nextBytes(forged);
  }

  private ServerHandshake.Outcome verify(byte[] packet) {
    if (!server.decode(packet, packet.length)) {
      throw new IllegalStateException("not a packet of a handshake");
    }
    return server.verify(address, 0, 0);
  }

  /** Seals a state of a usual size. */
  @Benchmark
  public int sealState() {
    return sealer.seal(message, STATE_BYTES, datagram);
  }

  /** Seals an INPUT as a client does and opens it as the server does: twice the cost of either. */
  @Benchmark
  public PacketOpener.Opening sealAndOpenInput() {
    ByteBuffer input = client.input(++number, 1, 0, 0);
    int bytes = input.remaining();
    input.get(datagram, 0, bytes);
    return opener.open(datagram, bytes, message);
  }

  /** Refuses a packet that is not authentic, with the exception that the JDK throws. */
  @Benchmark
  public PacketOpener.Opening refuseForged() {
    return opener.open(withSequence(1), forged.length, message);
  }

  /** The same when the session's budget is spent: one in sixteen is decrypted. */
  @Benchmark
  public PacketOpener.Opening refuseForgedInAFlood() {
    return guarded.open(withSequence(1), forged.length, message, 0);
  }

  /** Refuses a packet whose sequence is no session's. */
  @Benchmark
  public PacketOpener.Opening refuseImplausible() {
    return opener.open(withSequence(-1), forged.length, message);
  }

  private byte[] withSequence(int sequence) {
    ByteBuffer.wrap(forged).putInt(1, sequence);
    return forged;
  }

  /** Verifies a REQUEST: opens a token. */
  @Benchmark
  public ServerHandshake.Outcome verifyRequest() {
    return verify(request);
  }

  /** Verifies a RESPONSE: opens a token and checks both proofs. */
  @Benchmark
  public ServerHandshake.Outcome verifyResponse() {
    return verify(response);
  }
}
