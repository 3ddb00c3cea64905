package dev.jitterlab.play;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Set;

/**
 * The temporary folder of a play: the cluster's key, what its services keep, and the processes' own
 * folders. Only this user may read it.
 *
 * @param root the folder
 */
record PlayFolder(Path root) {
  private static final int KEY_BYTES = 32;
  private static final Set<PosixFilePermission> OURS = PosixFilePermissions.fromString("rw-------");

  /** Makes one, with a new key in it. */
  static PlayFolder make(SecureRandom random) throws IOException {
    PlayFolder folder = new PlayFolder(Files.createTempDirectory("jitterlab-play-")); // rwx------
    Files.createDirectory(folder.data());
    Files.createDirectory(folder.processes());
    byte[] key = new byte[KEY_BYTES];
    random.nextBytes(key);
    Files.createFile(folder.keyFile(), PosixFilePermissions.asFileAttribute(OURS));
    Files.writeString(folder.keyFile(), HexFormat.of().formatHex(key) + "\n");
    return folder;
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
