package dev.jitterlab.battle.session;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** Which way a packet goes; packets of one direction do not open in the other. */
enum Direction {
  TO_SERVER(1, "jitterlab 3 to server"),
  TO_CLIENT(2, "jitterlab 3 to client");

  final byte code;
  private final String keyLabel;

  Direction(int code, String keyLabel) {
    this.code = (byte) code;
    this.keyLabel = keyLabel;
  }

  byte[] keyLabel() {
    return keyLabel.getBytes(US_ASCII);
  }
}
