package dev.jitterlab.arena.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A client's request to be let in, and the server's answers to it. Immutable. */
public final class JoinPacket {
  private final long nonce;
  private final long cookie;
  private final String name;

  /**
   * Creates a request.
   *
   * @param nonce the client's own random number, by which it knows the answer
   * @param cookie what the server's challenge said; 0 in the first request
   * @param name how the player is called, see {@link #cleaned}
   */
  public JoinPacket(long nonce, long cookie, String name) {
    this.nonce = nonce;
    this.cookie = cookie;
    this.name = cleaned(name);
  }

  /** Returns a name that can be shown anywhere: letters, digits and a few signs, not too long. */
  public static String cleaned(String name) {
    StringBuilder clean = new StringBuilder();
    name.codePoints()
        .filter(one -> Character.isLetterOrDigit(one) || " ._-".indexOf(one) >= 0)
        .forEach(
            one -> {
              int before = clean.length();
              clean.appendCodePoint(one);
              if (clean.toString().getBytes(StandardCharsets.UTF_8).length
                  > WireFormat.NAME_BYTES) {
                clean.setLength(before);
              }
            });
    String trimmed = clean.toString().trim();
    return trimmed.isEmpty() ? "nobody" : trimmed;
  }

  /** Returns the client's random number. */
  public long nonce() {
    return nonce;
  }

  /** Returns what the challenge said, or 0. */
  public long cookie() {
    return cookie;
  }

  /** Returns the player's name. */
  public String name() {
    return name;
  }

  /** Writes it. */
  public void writeTo(ByteBuffer buffer) {
    int start = buffer.position();
    Headers.write(buffer, WireFormat.JOIN);
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    buffer.putLong(nonce).putLong(cookie).put((byte) bytes.length).put(bytes);
    while (buffer.position() - start < WireFormat.JOIN_BYTES) {
      buffer.put((byte) 0);
    }
  }

  /** Reads one, behind the header; null if it is none. */
  public static JoinPacket read(ByteBuffer buffer) {
    if (buffer.remaining() != WireFormat.JOIN_BYTES - WireFormat.HEADER_BYTES) {
      return null;
    }
    long nonce = buffer.getLong();
    long cookie = buffer.getLong();
    int length = buffer.get() & 0xFF;
    if (length > WireFormat.NAME_BYTES) {
      return null;
    }
    byte[] bytes = new byte[length];
    buffer.get(bytes);
    return new JoinPacket(nonce, cookie, new String(bytes, StandardCharsets.UTF_8));
  }
}
