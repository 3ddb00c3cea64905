package dev.jitterlab.battle.server;

import java.net.InetSocketAddress;

/**
 * Tokens by which strangers prove that they receive at the address that they send from: a keyed
 * hash of the address, so nothing is kept about a stranger. Without them, a forged JOIN would turn
 * the server's states onto a victim. Immutable and thread-safe.
 *
 * <p>The hash is SipHash-2-4 (Aumasson and Bernstein, 2012), made for short inputs: cheap even
 * before it is compiled, so a thousand strangers at the start of a server do not hold it up.
 */
final class JoinTokens {
  private final long key0;
  private final long key1;

  /** Uses a secret key of 128 random bits. */
  JoinTokens(long key0, long key1) {
    this.key0 = key0;
    this.key1 = key1;
  }

  /** Returns the token of that address, never 0. */
  long tokenOf(InetSocketAddress address) {
    byte[] host = address.getAddress().getAddress();
    byte[] input = new byte[host.length + 2];
    System.arraycopy(host, 0, input, 0, host.length);
    input[host.length] = (byte) (address.getPort() >> 8);
    input[host.length + 1] = (byte) address.getPort();
    long token = sipHash(input);
    return token == 0 ? 1 : token;
  }

  long sipHash(byte[] input) {
    State state = new State(key0, key1);
    int whole = input.length / Long.BYTES * Long.BYTES;
    for (int i = 0; i < whole; i += Long.BYTES) {
      state.compress(littleEndian(input, i, Long.BYTES));
    }
    int rest = input.length - whole;
    state.compress(littleEndian(input, whole, rest) | (long) input.length << 56);
    return state.finish();
  }

  private static long littleEndian(byte[] input, int from, int bytes) {
    long word = 0;
    for (int i = 0; i < bytes; i++) {
      word |= (input[from + i] & 0xFFL) << (Byte.SIZE * i);
    }
    return word;
  }

  /** The four words of SipHash's state. */
  private static final class State {
    private long v0;
    private long v1;
    private long v2;
    private long v3;

    State(long key0, long key1) {
      v0 = key0 ^ 0x736F6D6570736575L;
      v1 = key1 ^ 0x646F72616E646F6DL;
      v2 = key0 ^ 0x6C7967656E657261L;
      v3 = key1 ^ 0x7465646279746573L;
    }

    void compress(long word) {
      v3 ^= word;
      round();
      round();
      v0 ^= word;
    }

    long finish() {
      v2 ^= 0xFF;
      for (int i = 0; i < 4; i++) {
        round();
      }
      return v0 ^ v1 ^ v2 ^ v3;
    }

    private void round() {
      v0 += v1;
      v2 += v3;
      v1 = Long.rotateLeft(v1, 13) ^ v0;
      v3 = Long.rotateLeft(v3, 16) ^ v2;
      v0 = Long.rotateLeft(v0, 32);
      v2 += v1;
      v0 += v3;
      v1 = Long.rotateLeft(v1, 17) ^ v2;
      v3 = Long.rotateLeft(v3, 21) ^ v0;
      v2 = Long.rotateLeft(v2, 32);
    }
  }
}
