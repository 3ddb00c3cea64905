package dev.jitterlab.battle.identity;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrustedKeysTest {
  private static final long NOW = 1_000_000;
  private static final String ES256 = "{\"alg\":\"ES256\"}";

  private final KeyPair pair = IdentityFiles.newKeys();
  private final TrustedKeys trusted = new TrustedKeys(List.of(pair.getPublic()), () -> NOW);
  private final IdentityIssuer issuer = new IdentityIssuer(pair.getPrivate(), () -> NOW);

  @TempDir private Path folder;

  private String signed(String header, String claims) {
    return issuer.issue(header.getBytes(UTF_8), claims.getBytes(UTF_8));
  }

  private static String claims(String subject, String audience, long expiry) {
    return "{\"sub\":\"" + subject + "\",\"aud\":" + audience + ",\"exp\":" + expiry + "}";
  }

  private void assertRefused(String why, String identity) {
    IdentityException refusal =
        assertThrows(IdentityException.class, () -> trusted.account(identity));
    assertTrue(refusal.getMessage().contains(why), refusal.getMessage());
  }

  @Test
  void believesWhatATrustedKeyHasSigned() throws Exception {
    assertEquals("ann", trusted.account(issuer.issue("ann")));
    assertEquals(
        "bob", trusted.account(signed(ES256, claims("bob", "[\"x\",\"jitterlab\"]", NOW + 1))));
  }

  @Test
  void believesNothingElse() {
    IdentityIssuer stranger = new IdentityIssuer(IdentityFiles.newKeys().getPrivate(), () -> NOW);
    assertRefused("not signed by a key", stranger.issue("ann"));
    String[] parts = issuer.issue("ann").split("\\.", -1);
    String other =
        Base64.getUrlEncoder()
            .encodeToString(claims("eve", "\"jitterlab\"", NOW + 1).getBytes(UTF_8));
    assertRefused("not signed by a key", parts[0] + "." + other + "." + parts[2]);
    assertRefused("not signed by a key", parts[0] + "." + parts[1] + ".");
    assertRefused("not signed by a key", parts[0] + "." + parts[1] + "." + "A".repeat(86));
    for (String algorithm : new String[] {"none", "HS256", "RS256", "es256"}) {
      String header = "{\"alg\":\"" + algorithm + "\"}";
      assertRefused("not signed by a key", signed(header, claims("ann", "\"jitterlab\"", NOW + 1)));
    }
    assertRefused(
        "not signed by a key",
        signed("{\"alg\":\"ES256\",\"crit\":[\"x\"]}", claims("ann", "\"jitterlab\"", NOW + 1)));
  }

  @Test
  void believesNoIdentityThatIsOldOrMeantForOthersOrOfNobody() {
    assertRefused("0 s left", signed(ES256, claims("ann", "\"jitterlab\"", NOW)));
    assertRefused("3601 s left", signed(ES256, claims("ann", "\"jitterlab\"", NOW + 3_601)));
    assertRefused("-1000000 s left", signed(ES256, "{\"sub\":\"ann\",\"aud\":\"jitterlab\"}"));
    assertRefused("not meant for", signed(ES256, claims("ann", "\"other\"", NOW + 1)));
    assertRefused("must name", signed(ES256, claims("", "\"jitterlab\"", NOW + 1)));
    assertRefused("must name", signed(ES256, claims("x".repeat(65), "\"jitterlab\"", NOW + 1)));
  }

  /** The signature costs most to check. */
  @Test
  void looksAtTheFormBeforeTheSignature() throws Exception {
    IdentityIssuer stranger = new IdentityIssuer(IdentityFiles.newKeys().getPrivate(), () -> NOW);
    byte[] header = ES256.getBytes(UTF_8);
    assertRefused(
        "0 s left", stranger.issue(header, claims("ann", "\"jitterlab\"", NOW).getBytes(UTF_8)));
    assertRefused(
        "not meant for", stranger.issue(header, claims("ann", "\"x\"", NOW + 1).getBytes(UTF_8)));
    assertRefused(
        "must name", stranger.issue(header, claims("", "\"jitterlab\"", NOW + 1).getBytes(UTF_8)));
    TrustedKeys.SignedClaim claim = trusted.claim(stranger.issue("ann"));
    assertThrows(IdentityException.class, claim::account);
  }

  @Test
  void saysWhatIsNoIdentity() {
    assertRefused("three parts", "");
    assertRefused("three parts", "a.b");
    assertRefused("three parts", "A".repeat(TrustedKeys.MAX_IDENTITY) + ".b.c");
    assertRefused("base64url", "%%.b.c");
    assertRefused("no JSON", "AAAA.AAAA.AAAA");
  }

  @Test
  void readsTheKeysThatItIsGiven() throws Exception {
    IdentityFiles files = new IdentityFiles(folder);
    TrustedKeys read = TrustedKeys.read(files.publicKey());
    assertEquals("ann", read.account(IdentityIssuer.read(files.privateKey()).issue("ann")));
    assertThrows(IOException.class, () -> TrustedKeys.read(files.privateKey()));
    Files.setPosixFilePermissions(files.privateKey(), PosixFilePermissions.fromString("rw-r-----"));
    assertTrue(
        assertThrows(IOException.class, () -> IdentityIssuer.read(files.privateKey()))
            .getMessage()
            .contains("chmod 600"));

    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(1_024);
    Path weak =
        IdentityFiles.write(
            folder.resolve("weak"), "PUBLIC KEY", generator.generateKeyPair().getPublic());
    assertTrue(
        assertThrows(IOException.class, () -> TrustedKeys.read(weak))
            .getMessage()
            .contains("2,048 bits"));
  }

  @Test
  void takesTheWordOfRsaKeysByRs256() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2_048);
    KeyPair rsa = generator.generateKeyPair();
    Path both =
        Files.writeString(
            folder.resolve("both"),
            Files.readString(new IdentityFiles(folder).publicKey())
                + Files.readString(
                    IdentityFiles.write(folder.resolve("rsa"), "PUBLIC KEY", rsa.getPublic())));
    Base64.Encoder base64 = Base64.getUrlEncoder().withoutPadding();
    long inAMinute = System.currentTimeMillis() / 1_000 + 60;
    String text =
        base64.encodeToString("{\"alg\":\"RS256\"}".getBytes(UTF_8))
            + "."
            + base64.encodeToString(claims("ann", "\"jitterlab\"", inAMinute).getBytes(UTF_8));
    Signature signer = Signature.getInstance("SHA256withRSA");
    signer.initSign(rsa.getPrivate());
    signer.update(text.getBytes(UTF_8));
    String identity = text + "." + base64.encodeToString(signer.sign());
    assertEquals("ann", TrustedKeys.read(both).account(identity));
  }

  private String pem(KeyPair keys, String before) throws IOException {
    Path folder = Files.createTempDirectory(this.folder, "key");
    Path file = IdentityFiles.write(folder.resolve("pub"), "PUBLIC KEY", keys.getPublic());
    return before + Files.readString(file);
  }

  private TrustedKeys trusted(String text) throws IOException {
    return TrustedKeys.read(Files.writeString(folder.resolve("keys.pem"), text));
  }

  private static String by(KeyPair keys, String subject, String issuer) {
    long inAMinute = System.currentTimeMillis() / 1_000 + 60;
    String claims =
        "{\"iss\":\"" + issuer + "\"," + claims(subject, "\"jitterlab\"", inAMinute).substring(1);
    return new IdentityIssuer(keys.getPrivate(), () -> NOW)
        .issue(ES256.getBytes(UTF_8), claims.getBytes(UTF_8));
  }

  @Test
  void noIssuerMakesIdentitiesOfAnotherOnesPlayers() throws Exception {
    KeyPair other = IdentityFiles.newKeys();
    TrustedKeys both =
        trusted(pem(pair, "Issuer: https://a.example\n") + pem(other, "of b\nIssuer: b\n"));

    assertEquals("ann@https://a.example", both.account(by(pair, "ann", "https://a.example")));
    assertEquals("ann@b", both.account(by(other, "ann", "b")));
    assertEquals("ann@b@https://a.example", both.account(by(pair, "ann@b", "https://a.example")));
    for (String identity :
        List.of(by(other, "ann", "https://a.example"), by(pair, "ann", "b"), by(pair, "ann", ""))) {
      IdentityException refusal =
          assertThrows(IdentityException.class, () -> both.account(identity));
      assertTrue(refusal.getMessage().contains("not signed by a key"), refusal.getMessage());
    }
    String tooLong = "x".repeat(TrustedKeys.MAX_ACCOUNT - 1);
    assertThrows(IdentityException.class, () -> both.account(by(other, tooLong, "b")));
  }

  @Test
  void oneIssuerMayHaveSeveralKeys() throws Exception {
    KeyPair next = IdentityFiles.newKeys();
    TrustedKeys unnamed = trusted(pem(pair, "") + pem(next, ""));
    assertEquals("ann", unnamed.account(by(pair, "ann", "any")));
    assertEquals("ann", unnamed.account(by(next, "ann", "any")));
    TrustedKeys named = trusted(pem(pair, "Issuer: a\n") + pem(next, "Issuer: a\n"));
    assertEquals(named.account(by(pair, "ann", "a")), named.account(by(next, "ann", "a")));
  }

  @Test
  void whatExplainsAKeyMayHaveAnyLetters() throws Exception {
    TrustedKeys read = trusted(pem(pair, "für Spieler\nIssuer: bücherei\n"));
    assertEquals("ann@bücherei", read.account(by(pair, "ann", "bücherei")));
  }

  @Test
  void everyKeyHasAnIssuerOrNone() throws Exception {
    String some = pem(pair, "Issuer: a\n") + pem(IdentityFiles.newKeys(), "");
    assertTrue(
        assertThrows(IOException.class, () -> trusted(some))
            .getMessage()
            .contains("some have none"));
    for (String line : List.of("Issuer:\n", "Issuer: a b\n", "Issuer: a@b\n", "# Issuer: a\n")) {
      String wrong = pem(pair, line);
      assertTrue(
          assertThrows(IOException.class, () -> trusted(wrong)).getMessage().contains("no name"),
          line);
    }
  }
}
