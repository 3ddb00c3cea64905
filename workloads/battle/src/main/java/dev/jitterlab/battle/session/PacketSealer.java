package dev.jitterlab.battle.session;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;

/** Seals the messages of one direction of a session, numbered from 1. Not thread-safe. */
public final class PacketSealer {
  private final LaneCipher cipher;
  private int sequence;

  PacketSealer(LaneCipher cipher) {
    this.cipher = cipher;
  }

  /**
   * Seals a message into a datagram from the start of {@code out}, which is another array; returns
   * the datagram's size.
   *
   * @throws IllegalStateException after 2³² − 1 packets: a number used twice would give the key
   *     away; at 1,000 a second that is after 49 days
   */
  public int seal(byte[] message, int bytes, byte[] out) {
    if (sequence == -1) {
      throw new IllegalStateException("a session has sent 2^32 - 1 packets; open a new one");
    }
    sequence++;
    ByteBuffer.wrap(out).put((byte) Datagram.SEALED).putInt(sequence);
    try {
      return PacketOpener.HEADER_BYTES
          + cipher.apply(
              Cipher.ENCRYPT_MODE, sequence, message, 0, bytes, out, PacketOpener.HEADER_BYTES);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES-GCM encrypts anything", e);
    }
  }
}
