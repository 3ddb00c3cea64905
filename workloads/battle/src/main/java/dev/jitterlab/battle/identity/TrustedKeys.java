package dev.jitterlab.battle.identity;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.fasterxml.jackson.databind.JsonNode;
import dev.jitterlab.battle.http.StrictJson;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The public keys of those whose word is taken for who a player is. An identity is a JSON Web Token
 * (RFC 7519) in compact form, signed by ES256 or RS256 as the key asks for; what the token itself
 * says of keys and algorithms decides nothing. It must name a subject, be meant for {@value
 * #AUDIENCE}, and expire within an hour. Thread-safe.
 */
public final class TrustedKeys {
  /** What an identity must be meant for. */
  public static final String AUDIENCE = "jitterlab";

  /** The longest subject, in characters. */
  public static final int MAX_SUBJECT = 64;

  /** The longest identity, in characters. */
  public static final int MAX_IDENTITY = 4_096;

  /** The longest life that an identity may have left. */
  static final long MAX_SECONDS = 3_600;

  private static final String ES256 = "SHA256withECDSAinP1363Format";
  private static final String RS256 = "SHA256withRSA";
  private static final int EC_BITS = 256;
  private static final int LEAST_RSA_BITS = 2_048;

  private final List<PublicKey> keys;
  private final LongSupplier epochSeconds;

  TrustedKeys(List<PublicKey> keys, LongSupplier epochSeconds) {
    this.keys = List.copyOf(keys);
    this.epochSeconds = epochSeconds;
  }

  /**
   * Reads a file with one public key or several, {@code BEGIN PUBLIC KEY}.
   *
   * @throws IOException if it cannot be read, or holds anything but EC keys of 256 bits and RSA
   *     keys of 2,048 bits or more
   */
  public static TrustedKeys read(Path file) throws IOException {
    List<PublicKey> keys = new ArrayList<>();
    for (byte[] encoded : PemFile.blocks(file, "PUBLIC KEY")) {
      keys.add(key(file, new X509EncodedKeySpec(encoded)));
    }
    return new TrustedKeys(keys, () -> System.currentTimeMillis() / 1_000);
  }

  private static PublicKey key(Path file, X509EncodedKeySpec spec) throws IOException {
    for (String algorithm : new String[] {"EC", "RSA"}) {
      try {
        PublicKey key = KeyFactory.getInstance(algorithm).generatePublic(spec);
        if (isStrong(key)) {
          return key;
        }
      } catch (InvalidKeySpecException e) {
        // It is of the other kind.
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("every JDK has " + algorithm, e);
      }
    }
    throw new IOException(
        "a key in " + file + " is neither EC with 256 bits nor RSA with 2,048 bits or more");
  }

  private static boolean isStrong(PublicKey key) {
    return key instanceof RSAPublicKey
        ? ((RSAPublicKey) key).getModulus().bitLength() >= LEAST_RSA_BITS
        : ((ECPublicKey) key).getParams().getOrder().bitLength() == EC_BITS;
  }

  /**
   * Returns the subject of an identity.
   *
   * @throws IdentityException if it is not believed
   */
  public String subject(String identity) throws IdentityException {
    String[] parts = identity.split("\\.", -1);
    if (identity.length() > MAX_IDENTITY || parts.length != 3) {
      throw new IdentityException("this is no signed identity: it has not three parts");
    }
    byte[] signed = identity.substring(0, identity.lastIndexOf('.')).getBytes(US_ASCII);
    JsonNode header = json(parts[0]);
    JsonNode claims = json(parts[1]);
    byte[] signature = bytes(parts[2]);
    if (header.has("crit")
        || keys.stream().noneMatch(key -> isBy(key, header, signed, signature))) {
      throw new IdentityException("the identity is not signed by a key that this login trusts");
    }
    long leftSeconds = claims.path("exp").asLong(0) - epochSeconds.getAsLong();
    if (leftSeconds <= 0 || leftSeconds > MAX_SECONDS) {
      throw new IdentityException(
          "the identity must expire within an hour and not be expired; it has "
              + leftSeconds
              + " s left");
    }
    if (!isFor(claims.path("aud"))) {
      throw new IdentityException("the identity is not meant for " + AUDIENCE + " (aud)");
    }
    String subject = claims.path("sub").asText("");
    if (subject.isEmpty() || subject.length() > MAX_SUBJECT) {
      throw new IdentityException(
          "the identity must name its subject (sub) in 1 to " + MAX_SUBJECT + " characters");
    }
    return subject;
  }

  private static boolean isBy(PublicKey key, JsonNode header, byte[] signed, byte[] signature) {
    boolean isRsa = key instanceof RSAPublicKey;
    if (!header.path("alg").asText().equals(isRsa ? "RS256" : "ES256")) {
      return false;
    }
    try {
      Signature verifier = Signature.getInstance(isRsa ? RS256 : ES256);
      verifier.initVerify(key);
      verifier.update(signed);
      return verifier.verify(signature);
    } catch (GeneralSecurityException e) {
      return false; // of another length than a signature by this key
    }
  }

  private static boolean isFor(JsonNode audience) {
    if (audience.isTextual()) {
      return audience.textValue().equals(AUDIENCE);
    }
    for (JsonNode one : audience) {
      if (one.asText().equals(AUDIENCE)) {
        return true;
      }
    }
    return false;
  }

  private static JsonNode json(String part) throws IdentityException {
    try {
      return StrictJson.read(bytes(part));
    } catch (IOException e) {
      throw new IdentityException("this is no signed identity: " + e.getMessage());
    }
  }

  private static byte[] bytes(String part) throws IdentityException {
    try {
      return Base64.getUrlDecoder().decode(part);
    } catch (IllegalArgumentException e) {
      throw new IdentityException("this is no signed identity: a part is not base64url");
    }
  }
}
