package dev.jitterlab.battle.cluster;

import dev.jitterlab.battle.session.Hmac;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;

/** Numbers in a text that only who has the key can make. Thread-safe. */
final class SignedNumbers {
  private static final int PROOF_BYTES = 16;

  private final byte[] key;
  private final int signedBytes;

  /** Signs so many numbers in each text. */
  SignedNumbers(byte[] key, int numbers) {
    this.key = key;
    this.signedBytes = numbers * Long.BYTES;
  }

  /** Returns the text of these numbers. */
  String sign(long... numbers) {
    byte[] signed = new byte[signedBytes + PROOF_BYTES];
    ByteBuffer fields = ByteBuffer.wrap(signed);
    for (long number : numbers) {
      fields.putLong(number);
    }
    fields.put(proof(signed));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(signed);
  }

  /** Returns the numbers of a text; null if it was not signed with this key. */
  long[] read(String text) {
    byte[] signed;
    try {
      signed = Base64.getUrlDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      return null;
    }
    if (signed.length != signedBytes + PROOF_BYTES
        || !MessageDigest.isEqual(
            proof(signed), Arrays.copyOfRange(signed, signedBytes, signed.length))) {
      return null;
    }
    long[] numbers = new long[signedBytes / Long.BYTES];
    ByteBuffer.wrap(signed).asLongBuffer().get(numbers);
    return numbers;
  }

  private byte[] proof(byte[] signed) {
    return Arrays.copyOf(Hmac.sha256(key, Arrays.copyOf(signed, signedBytes)), PROOF_BYTES);
  }
}
