package dev.jitterlab.battle.session;

import java.security.GeneralSecurityException;
import javax.crypto.Cipher;

/**
 * Opens the sealed packets of one direction of a session, each once. A number that was opened
 * before, is too old to tell, or is too far ahead to be authentic is refused before anything is
 * decrypted. Not thread-safe.
 */
public final class PacketOpener {
  /** What a sealed packet turned out to be. */
  public enum Opening {
    /** Authentic and new. */
    OK,
    /** Too short or too long. */
    BAD_LENGTH,
    /** Opened before, or overtaken by 256 others. */
    REPLAYED,
    /** So far ahead of all others that it cannot be authentic. */
    IMPLAUSIBLE,
    /** Not looked at, since too many forged ones came from there; see {@link GuardedOpener}. */
    PASSED_OVER,
    /** Not sealed with this session's key. */
    FORGED
  }

  static final int HEADER_BYTES = 5;

  private final LaneCipher cipher;
  private final ReplayWindow window = new ReplayWindow();
  private int messageBytes;

  PacketOpener(LaneCipher cipher) {
    this.cipher = cipher;
  }

  /**
   * Opens a datagram of kind {@link Datagram#SEALED} into {@code message}, which holds at least
   * {@link Datagram#MAX_MESSAGE_BYTES}. The message has a meaning only when the result is OK.
   */
  public Opening open(byte[] datagram, int bytes, byte[] message) {
    Opening seen = inspect(datagram, bytes);
    return seen == Opening.OK ? decrypt(datagram, bytes, message) : seen;
  }

  /** Says all that can be said without any cryptography; OK means that it may be authentic. */
  Opening inspect(byte[] datagram, int bytes) {
    if (bytes <= Datagram.SEALED_OVERHEAD_BYTES || bytes > Datagram.MAX_BYTES) {
      return Opening.BAD_LENGTH;
    }
    int sequence = sequenceOf(datagram);
    if (!window.isNew(sequence)) {
      return Opening.REPLAYED;
    }
    return window.isPlausible(sequence) ? Opening.OK : Opening.IMPLAUSIBLE;
  }

  /** Opens a datagram that was inspected: OK or FORGED. */
  Opening decrypt(byte[] datagram, int bytes, byte[] message) {
    int sequence = sequenceOf(datagram);
    try {
      messageBytes =
          cipher.apply(
              Cipher.DECRYPT_MODE,
              sequence,
              datagram,
              HEADER_BYTES,
              bytes - HEADER_BYTES,
              message,
              0);
    } catch (GeneralSecurityException e) {
      return Opening.FORGED;
    }
    window.accept(sequence);
    return Opening.OK;
  }

  private static int sequenceOf(byte[] datagram) {
    return (datagram[1] & 0xFF) << 24
        | (datagram[2] & 0xFF) << 16
        | (datagram[3] & 0xFF) << 8
        | (datagram[4] & 0xFF);
  }

  /** Returns the size of the last message that was opened. */
  public int messageBytes() {
    return messageBytes;
  }
}
