package dev.jitterlab.play;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.RefusedFile;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Set;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The folders of a play. A temporary one has the servers' keys and the processes' own folders. The
 * cluster's key and what its services keep are in there too, or in a folder that outlives the play.
 * Only this user may read keys and data.
 *
 * @param root the temporary folder
 * @param kept where the key and the data are
 */
record PlayFolder(Path root, Path kept) {
  private static final int KEY_BYTES = 32;
  private static final String SERVER_KEY = "jitterlab server key 3 ";
  private static final String TEMPORARY = "jitterlab-play-";
  private static final String KEY = "cluster.key";
  private static final String DATA = "data";
  private static final Set<PosixFilePermission> OURS = PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> OUR_FOLDER =
      PosixFilePermissions.fromString("rwx------");

  /** Makes a temporary folder, with a new key in it. */
  static PlayFolder make(SecureRandom random) throws IOException {
    Path root = Files.createTempDirectory(TEMPORARY); // rwx------
    makeKept(root, random);
    return new PlayFolder(root, root).prepared();
  }

  /**
   * The same, but the key and the data are in that folder. If an earlier play has left some there,
   * this one goes on with them. The rights of a folder that is there already stay as they are.
   *
   * @param data new, empty, or an earlier play's
   * @throws LabException if it is none of these, or if the system refuses it
   */
  static PlayFolder keeping(Path data, SecureRandom random) throws IOException {
    Path kept = data.toAbsolutePath().normalize();
    try {
      Files.createDirectories(kept, PosixFilePermissions.asFileAttribute(OUR_FOLDER));
      requireOurs(data, kept);
      makeKept(kept, random);
    } catch (IOException e) {
      throw LabException.wrong(
              option(data),
              "the folder cannot be used: " + RefusedFile.inWords(e),
              "Give a folder that you may write to with --data.")
          .withDetails(e.toString());
    }
    return new PlayFolder(Files.createTempDirectory(TEMPORARY), kept).prepared();
  }

  /** An earlier play has left its key; files without one are somebody else's. */
  private static void requireOurs(Path data, Path kept) throws IOException {
    Path key = kept.resolve(KEY);
    if (Files.exists(key)) {
      if (!Files.isReadable(key)) {
        throw new AccessDeniedException(key.toString()); // such as one of a play by sudo
      }
      return;
    }
    try (Stream<Path> files = Files.list(kept)) {
      if (files.findAny().isPresent()) {
        throw LabException.wrong(
            option(data),
            "the folder is not empty, and no earlier play has left its " + KEY + " in it",
            "Give a new or an empty folder with --data, or that of an earlier play.");
      }
    }
  }

  private static String option(Path data) {
    return "--data " + data;
  }

  /** Makes what is not there yet, the key first: by it the next play knows the folder. */
  private static void makeKept(Path kept, SecureRandom random) throws IOException {
    Path keyFile = kept.resolve(KEY);
    if (!Files.exists(keyFile)) {
      byte[] key = new byte[KEY_BYTES];
      random.nextBytes(key);
      write(keyFile, key);
    }
    Path data = kept.resolve(DATA);
    if (!Files.isDirectory(data)) {
      Files.createDirectory(data, PosixFilePermissions.asFileAttribute(OUR_FOLDER));
    }
  }

  private PlayFolder prepared() throws IOException {
    Files.createDirectory(processes());
    makeIdentityKeys();
    return this;
  }

  /** Where the key of a battle server is. */
  Path serverKey(String serverId) {
    return root.resolve(serverId + ".key");
  }

  /** Makes the keys of who vouches for the bots: the login trusts the public one. */
  private void makeIdentityKeys() throws IOException {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      KeyPair pair = generator.generateKeyPair();
      writePem(identityKeyFile(), "PRIVATE KEY", pair.getPrivate());
      writePem(identityPublicKeyFile(), "PUBLIC KEY", pair.getPublic());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has P-256", e);
    }
  }

  private static void writePem(Path file, String label, Key key) throws IOException {
    Files.createFile(file, PosixFilePermissions.asFileAttribute(OURS));
    Files.writeString(
        file,
        "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n"
            .formatted(label, Base64.getMimeEncoder().encodeToString(key.getEncoded())));
  }

  /** Makes the key of a battle server from the cluster's, as docs/cluster.md says. */
  void makeServerKey(String serverId) throws IOException {
    byte[] key = HexFormat.of().parseHex(Files.readString(keyFile()).trim());
    try {
      Mac hmac = Mac.getInstance("HmacSHA256");
      hmac.init(new SecretKeySpec(key, "HmacSHA256"));
      write(serverKey(serverId), hmac.doFinal((SERVER_KEY + serverId).getBytes(UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HmacSHA256", e);
    }
  }

  private static void write(Path file, byte[] key) throws IOException {
    Files.createFile(file, PosixFilePermissions.asFileAttribute(OURS));
    Files.writeString(file, HexFormat.of().formatHex(key) + "\n");
  }

  /** The key, 64 hexadecimal digits. */
  Path keyFile() {
    return kept.resolve(KEY);
  }

  /** The private key that signs who the bots are. */
  Path identityKeyFile() {
    return root.resolve("identity.pem");
  }

  /** Its public key. */
  Path identityPublicKeyFile() {
    return root.resolve("identity.pub.pem");
  }

  /** What the services keep. */
  Path data() {
    return kept.resolve(DATA);
  }

  /** What the bots saw. */
  Path ledger() {
    return data().resolve("ledger");
  }

  /** What happened to the processes; of this play only. */
  Path events() {
    return root.resolve("events.json");
  }

  /** Output and logs of each process. */
  Path processes() {
    return root.resolve("processes");
  }
}
