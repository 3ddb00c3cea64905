package dev.jitterlab.play;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.FileTree;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyFactory;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.List;
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

  /** It may be one that others work in too. */
  @Test
  void leavesTheRightsOfAFolderThatIsThereAlone() throws Exception {
    Path data = shared("data");
    for (int play = 1; play <= 2; play++) {
      PlayFolder kept = PlayFolder.keeping(data, RANDOM);
      assertEquals("rwxr-xr-x", permissions(data));
      assertEquals("rw-------", permissions(kept.keyFile()));
      assertEquals("rwx------", permissions(kept.data()));
      FileTree.delete(kept.root());
    }
  }

  @Test
  void keepsNothingAmongFilesOfTheUsers() throws Exception {
    Path data = shared("data");
    Files.writeString(data.resolve("thesis.txt"), "mine");

    LabException refusal = assertThrows(LabException.class, () -> PlayFolder.keeping(data, RANDOM));

    Problem problem = refusal.problems().getFirst();
    assertEquals(ExitCode.WRONG_EXPERIMENT, refusal.exitCode());
    assertEquals("--data " + data, problem.where());
    assertTrue(problem.what().contains("the folder is not empty"), problem.what());
    assertEquals("rwxr-xr-x", permissions(data));
    assertEquals(List.of(data.resolve("thesis.txt")), FileTree.children(data));
  }

  @Test
  void namesTheFolderThatCannotBeUsed() throws Exception {
    Path data = Files.writeString(folder.resolve("file"), "mine").resolve("data");

    LabException refusal = assertThrows(LabException.class, () -> PlayFolder.keeping(data, RANDOM));

    Problem problem = refusal.problems().getFirst();
    assertEquals(ExitCode.WRONG_EXPERIMENT, refusal.exitCode());
    assertEquals("--data " + data, problem.where());
    assertTrue(problem.what().contains("a part of its path is not a folder"), problem.what());
    assertTrue(problem.remedy().contains("--data"), problem.remedy());
  }

  private Path shared(String name) throws IOException {
    Path shared = Files.createDirectory(folder.resolve(name));
    return Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** The bots sign by the one, and the login trusts the other. */
  @Test
  void hasAKeyPairForTheBotsIdentities() throws Exception {
    PlayFolder play = PlayFolder.make(RANDOM);
    KeyFactory keys = KeyFactory.getInstance("EC");
    Signature signature = Signature.getInstance("SHA256withECDSA");
    signature.initSign(
        keys.generatePrivate(new PKCS8EncodedKeySpec(pem(play.identityKeyFile(), "PRIVATE KEY"))));
    signature.update((byte) 1);
    byte[] signed = signature.sign();
    signature.initVerify(
        keys.generatePublic(
            new X509EncodedKeySpec(pem(play.identityPublicKeyFile(), "PUBLIC KEY"))));
    signature.update((byte) 1);
    assertTrue(signature.verify(signed));
    assertEquals("rw-------", permissions(play.identityKeyFile()));
    FileTree.delete(play.root());
  }

  private static byte[] pem(Path file, String label) throws IOException {
    String text = Files.readString(file);
    String begin = "-----BEGIN " + label + "-----\n";
    assertTrue(text.startsWith(begin), text.lines().findFirst().orElse(""));
    return Base64.getMimeDecoder()
        .decode(text.substring(begin.length(), text.indexOf("-----END " + label + "-----")));
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
