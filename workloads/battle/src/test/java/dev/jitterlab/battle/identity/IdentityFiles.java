package dev.jitterlab.battle.identity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;

/** A key pair of an issuer, in files as OpenSSL writes them. */
public final class IdentityFiles {
  private final Path privateKey;
  private final Path publicKey;

  /** Makes the files in that folder. */
  public IdentityFiles(Path folder) throws IOException {
    KeyPair pair = newKeys();
    privateKey = write(folder.resolve("identity.pem"), "PRIVATE KEY", pair.getPrivate());
    publicKey = write(folder.resolve("identity.pub.pem"), "PUBLIC KEY", pair.getPublic());
  }

  static KeyPair newKeys() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has P-256", e);
    }
  }

  static Path write(Path file, String label, Key key) throws IOException {
    String body = Base64.getMimeEncoder().encodeToString(key.getEncoded());
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    return Files.writeString(
        file, "-----BEGIN " + label + "-----\n" + body + "\n-----END " + label + "-----\n");
  }

  /** Returns the file of the private key. */
  public Path privateKey() {
    return privateKey;
  }

  /** Returns the file of the public key. */
  public Path publicKey() {
    return publicKey;
  }
}
