package dev.jitterlab.play;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlayFolderTest {
  private static final SecureRandom RANDOM = new SecureRandom();

  @TempDir Path folder;

  @Test
  void anotherPlayGoesOnWithKeyAndDataOfTheFirst() throws Exception {
    Path data = folder.resolve("data");
    PlayFolder first = PlayFolder.keeping(data, RANDOM);
    String key = Files.readString(first.keyFile());
    Files.writeString(first.ledger(), "kept");
    first.makeServerKey("s-1");
    String serverKey = Files.readString(first.serverKey("s-1"));
    FileTree.delete(first.root()); // as when a play ends

    PlayFolder second = PlayFolder.keeping(data, RANDOM);
    assertNotEquals(first.root(), second.root());
    assertEquals(key, Files.readString(second.keyFile()));
    assertEquals("kept", Files.readString(second.ledger()));
    second.makeServerKey("s-1");
    assertEquals(serverKey, Files.readString(second.serverKey("s-1")));
    FileTree.delete(second.root());
  }

  @Test
  void nobodyElseMayReadWhatIsKept() throws Exception {
    PlayFolder kept = PlayFolder.keeping(folder.resolve("data"), RANDOM);
    assertEquals("rwx------", permissions(kept.kept()));
    assertEquals("rw-------", permissions(kept.keyFile()));
    FileTree.delete(kept.root());
  }

  @Test
  void aPlayThatKeepsNothingHasAKeyOfItsOwn() throws Exception {
    PlayFolder one = PlayFolder.make(RANDOM);
    PlayFolder other = PlayFolder.make(RANDOM);
    assertNotEquals(Files.readString(one.keyFile()), Files.readString(other.keyFile()));
    assertTrue(one.data().startsWith(one.root()));
    FileTree.delete(one.root());
    FileTree.delete(other.root());
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }
}
