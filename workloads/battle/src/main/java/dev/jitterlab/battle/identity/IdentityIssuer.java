package dev.jitterlab.battle.identity;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.battle.http.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.function.LongSupplier;

/**
 * Signs identities with a private key: the part of an identity provider that bots and tests need.
 * Who has the key can be anybody, so people's identities come from a provider that they log in to.
 * Thread-safe.
 */
public final class IdentityIssuer {
  private static final long LIFETIME_SECONDS = 300;
  private static final String HEADER = "{\"alg\":\"ES256\",\"typ\":\"JWT\"}";

  private final PrivateKey key;
  private final LongSupplier epochSeconds;

  IdentityIssuer(PrivateKey key, LongSupplier epochSeconds) {
    this.key = key;
    this.epochSeconds = epochSeconds;
  }

  /**
   * Reads a file with an EC key of 256 bits, {@code BEGIN PRIVATE KEY}.
   *
   * @throws IOException if it cannot be read, others can read it too, or it holds no such key
   */
  public static IdentityIssuer read(Path file) throws IOException {
    if (!PosixFilePermissions.fromString("rw-------")
        .containsAll(Files.getPosixFilePermissions(file))) {
      throw new IOException("others can read the key file " + file + "; chmod 600 it");
    }
    byte[] encoded = PemFile.blocks(file, "PRIVATE KEY").get(0).key;
    try {
      PrivateKey key =
          KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(encoded));
      return new IdentityIssuer(key, () -> System.currentTimeMillis() / 1_000);
    } catch (InvalidKeySpecException e) {
      throw new IOException("the key in " + file + " is no EC key", e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has EC", e);
    }
  }

  /** Returns an identity of that subject, good for five minutes. */
  public String issue(String subject) {
    ObjectNode claims =
        StrictJson.object()
            .put("sub", subject)
            .put("aud", TrustedKeys.AUDIENCE)
            .put("exp", epochSeconds.getAsLong() + LIFETIME_SECONDS);
    return issue(HEADER.getBytes(US_ASCII), StrictJson.write(claims));
  }

  /** Signs any header and claims. */
  String issue(byte[] header, byte[] claims) {
    String signed = base64(header) + "." + base64(claims);
    try {
      Signature signer = Signature.getInstance("SHA256withECDSAinP1363Format");
      signer.initSign(key);
      signer.update(signed.getBytes(US_ASCII));
      return signed + "." + base64(signer.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK signs by ES256", e);
    }
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
