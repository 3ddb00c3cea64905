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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The public keys of those whose word is taken for who a player is. An identity is a JSON Web Token
 * (RFC 7519) in compact form, signed by ES256 or RS256 as the key asks for; what the token itself
 * says of keys and algorithms decides nothing. It must name a subject, be meant for {@value
 * #AUDIENCE}, and expire within an hour. All this is looked at before the signature, which costs
 * most: {@link #claim} does the first, and {@link SignedClaim#account} the second. Thread-safe.
 *
 * <p>Keys without a name belong to one issuer, who may have several of them: the subject is the
 * account. Where several issuers are trusted, each key has the name of its own. The identity must
 * name it too ({@code iss}), and the account is {@code subject@issuer}: none of them can make an
 * identity of another one's players.
 */
public final class TrustedKeys {
  /** What an identity must be meant for. */
  public static final String AUDIENCE = "jitterlab";

  /** The longest subject, in characters. */
  public static final int MAX_SUBJECT = 64;

  /** The longest account, in characters, with its issuer. */
  static final int MAX_ACCOUNT = 64;

  /** The longest identity, in characters. */
  public static final int MAX_IDENTITY = 4_096;

  /** The longest life that an identity may have left. */
  static final long MAX_SECONDS = 3_600;

  private static final String ES256 = "SHA256withECDSAinP1363Format";
  private static final String RS256 = "SHA256withRSA";
  private static final int EC_BITS = 256;
  private static final int LEAST_RSA_BITS = 2_048;

  /** A line before a key. A name has no {@code @}, so that an account has one reading. */
  private static final Pattern ISSUER = Pattern.compile("(?m)^Issuer:[ \\t]*([^\\s@]+)[ \\t]*$");

  private final List<Trusted> keys;
  private final LongSupplier epochSeconds;

  private TrustedKeys(LongSupplier epochSeconds, List<Trusted> keys) {
    this.keys = keys;
    this.epochSeconds = epochSeconds;
  }

  TrustedKeys(List<PublicKey> keys, LongSupplier epochSeconds) {
    this(epochSeconds, keys.stream().map(key -> new Trusted(key, "")).collect(Collectors.toList()));
  }

  /** A key, and whose it is; empty where all keys are one issuer's. */
  private static final class Trusted {
    final PublicKey key;
    final String issuer;

    Trusted(PublicKey key, String issuer) {
      this.key = key;
      this.issuer = issuer;
    }

    boolean maySign(JsonNode header, JsonNode claims) {
      return (issuer.isEmpty() || issuer.equals(claims.path("iss").asText()))
          && header.path("alg").asText().equals(isRsa() ? "RS256" : "ES256");
    }

    boolean hasSigned(byte[] signed, byte[] signature) {
      try {
        Signature verifier = Signature.getInstance(isRsa() ? RS256 : ES256);
        verifier.initVerify(key);
        verifier.update(signed);
        return verifier.verify(signature);
      } catch (GeneralSecurityException e) {
        return false; // of another length than a signature by this key
      }
    }

    private boolean isRsa() {
      return key instanceof RSAPublicKey;
    }
  }

  /** An identity of the right form, whose signature nobody has looked at. Immutable. */
  public static final class SignedClaim {
    private final List<Trusted> signers;
    private final String subject;
    private final byte[] signed;
    private final byte[] signature;

    private SignedClaim(List<Trusted> signers, String subject, byte[] signed, byte[] signature) {
      this.signers = signers;
      this.subject = subject;
      this.signed = signed;
      this.signature = signature;
    }

    /**
     * Checks the signature, and returns whose account the identity is for.
     *
     * @throws IdentityException if it is not believed
     */
    public String account() throws IdentityException {
      Trusted by =
          signers.stream()
              .filter(key -> key.hasSigned(signed, signature))
              .findFirst()
              .orElseThrow(TrustedKeys::notSigned);
      if (by.issuer.isEmpty()) {
        return subject;
      }
      String account = subject + "@" + by.issuer;
      if (account.length() > MAX_ACCOUNT) {
        throw new IdentityException(
            "subject (sub) and issuer (iss) have more than "
                + (MAX_ACCOUNT - 1)
                + " characters together");
      }
      return account;
    }
  }

  private static IdentityException notSigned() {
    return new IdentityException("the identity is not signed by a key that this login trusts");
  }

  /**
   * Reads a file with one public key or several, {@code BEGIN PUBLIC KEY}, each below a line {@code
   * Issuer: name} where several issuers are trusted.
   *
   * @throws IOException if it cannot be read, or holds anything but EC keys of 256 bits and RSA
   *     keys of 2,048 bits or more, or if only some of them have an issuer
   */
  public static TrustedKeys read(Path file) throws IOException {
    List<Trusted> keys = new ArrayList<>();
    for (PemFile.Block block : PemFile.blocks(file, "PUBLIC KEY")) {
      keys.add(
          new Trusted(
              key(file, new X509EncodedKeySpec(block.key)), issuer(file, block.explanation)));
    }
    if (keys.stream().map(one -> one.issuer.isEmpty()).distinct().count() > 1) {
      throw new IOException(
          "some keys in "
              + file
              + " have an issuer and some have none; write a line `Issuer: NAME` before each key,"
              + " or before none if all are of the same issuer");
    }
    return new TrustedKeys(() -> System.currentTimeMillis() / 1_000, keys);
  }

  private static String issuer(Path file, String explanation) throws IOException {
    Matcher issuer = ISSUER.matcher(explanation);
    if (issuer.find()) {
      return issuer.group(1);
    }
    if (explanation.contains("Issuer:")) {
      throw new IOException(
          "an issuer in "
              + file
              + " is no name; write `Issuer: NAME` in a line of its own, without spaces and @ in"
              + " the name");
    }
    return "";
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
   * Returns whose account an identity is for.
   *
   * @throws IdentityException if it is not believed
   */
  public String account(String identity) throws IdentityException {
    return claim(identity).account();
  }

  /**
   * Reads an identity, and checks everything but its signature.
   *
   * @throws IdentityException if it cannot be believed, also with a good signature
   */
  public SignedClaim claim(String identity) throws IdentityException {
    String[] parts = identity.split("\\.", -1);
    if (identity.length() > MAX_IDENTITY || parts.length != 3) {
      throw new IdentityException("this is no signed identity: it has not three parts");
    }
    byte[] signed = identity.substring(0, identity.lastIndexOf('.')).getBytes(US_ASCII);
    JsonNode header = json(parts[0]);
    JsonNode claims = json(parts[1]);
    byte[] signature = bytes(parts[2]);
    List<Trusted> signers =
        keys.stream()
            .filter(key -> !header.has("crit"))
            .filter(key -> key.maySign(header, claims))
            .collect(Collectors.toList());
    if (signers.isEmpty()) {
      throw notSigned();
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
    return new SignedClaim(signers, subject, signed, signature);
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
