package dev.jitterlab.battle.session;

/** Kinds and sizes of the datagrams between client and server; the first byte is the kind. */
public final class Datagram {
  /** Client to server: shows a connect token. */
  public static final int REQUEST = 1;

  /** Server to client: to be returned, as proof that the client receives at its address. */
  public static final int CHALLENGE = 2;

  /** Client to server: the token again, the challenge, and proof of the client's key. */
  public static final int RESPONSE = 3;

  /** Both ways: a message, encrypted and authenticated. */
  public static final int SEALED = 4;

  /** Server to client: no session, and why. */
  public static final int REFUSED = 5;

  /** The largest datagram; every path through the Internet carries as much. */
  public static final int MAX_BYTES = 1_200;

  /** What a message grows by when it is sealed: kind, sequence and tag. */
  public static final int SEALED_OVERHEAD_BYTES = 21;

  /** The largest message that can be sealed. */
  public static final int MAX_MESSAGE_BYTES = MAX_BYTES - SEALED_OVERHEAD_BYTES;

  /** The size of a REQUEST: padded, so that every answer to a stranger is smaller. */
  public static final int REQUEST_BYTES = 256;

  /** The size of a CHALLENGE. */
  public static final int CHALLENGE_BYTES = 44;

  /** The size of a RESPONSE. */
  public static final int RESPONSE_BYTES = 214;

  /** The size of a REFUSED. */
  public static final int REFUSED_BYTES = 21;

  static final short MAGIC = 0x4A42; // "JB"
  static final byte VERSION = 4;
  static final int HEADER_BYTES = 4;
  static final int CLIENT_NONCE_BYTES = 16;
  static final int KEY_BYTES = 16;
  static final int TAG_BYTES = 16;

  private Datagram() {}
}
