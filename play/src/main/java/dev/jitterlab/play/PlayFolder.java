package dev.jitterlab.play;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The temporary folder of a play: the cluster's key and its servers', what its services keep, and
 * the processes' own folders. Only this user may read it.
 *
 * @param root the folder
 */
record PlayFolder(Path root) {
  private static final int KEY_BYTES = 32;
  private static final String SERVER_KEY = "jitterlab server key 3 ";
  private static final Set<PosixFilePermission> OURS = PosixFilePermissions.fromString("rw-------");

  /** Makes one, with a new key in it. */
  static PlayFolder make(SecureRandom random) throws IOException {
    PlayFolder folder = new PlayFolder(Files.createTempDirectory("jitterlab-play-")); // rwx------
    Files.createDirectory(folder.data());
    Files.createDirectory(folder.processes());
    byte[] key = new byte[KEY_BYTES];
    random.nextBytes(key);
    write(folder.keyFile(), key);
    return folder;
  }

  /** Makes the key of a battle server from the cluster's, as docs/cluster.md says. */
  Path makeServerKey(String serverId) throws IOException {
    byte[] key = HexFormat.of().parseHex(Files.readString(keyFile()).trim());
    Path file = root.resolve(serverId + ".key");
    try {
      Mac hmac = Mac.getInstance("HmacSHA256");
      hmac.init(new SecretKeySpec(key, "HmacSHA256"));
      write(file, hmac.doFinal((SERVER_KEY + serverId).getBytes(UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HmacSHA256", e);
    }
    return file;
  }

  private static void write(Path file, byte[] key) throws IOException {
    Files.createFile(file, PosixFilePermissions.asFileAttribute(OURS));
    Files.writeString(file, HexFormat.of().formatHex(key) + "\n");
  }

  /** The key, 64 hexadecimal digits. */
  Path keyFile() {
    return root.resolve("cluster.key");
  }

  /** What the services keep. */
  Path data() {
    return root.resolve("data");
  }

  /** Output and logs of each process. */
  Path processes() {
    return root.resolve("processes");
  }
}
