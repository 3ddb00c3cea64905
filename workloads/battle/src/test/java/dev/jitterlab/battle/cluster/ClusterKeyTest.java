package dev.jitterlab.battle.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterKeyTest {
  @TempDir private Path folder;

  /** Such as the 32 bytes themselves, instead of their digits. */
  @Test
  void saysWhatIsMissingInAFileOfAnyBytes() throws Exception {
    Path file =
        Files.createFile(
            folder.resolve("cluster.key"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    byte[] bytes = new byte[32];
    Arrays.fill(bytes, (byte) 0xC3);
    Files.write(file, bytes);
    IOException refusal = assertThrows(IOException.class, () -> ClusterKey.read(file));
    assertEquals(
        "the key file " + file + " does not hold 64 hexadecimal digits", refusal.getMessage());
  }
}
