package dev.jitterlab.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BundleFolderTest {
  private static final Instant AT = Instant.ofEpochSecond(1_700_000_000);
  private static final Set<PosixFilePermission> OURS_ALONE = permissions("rwx------");

  @TempDir Path temporary;

  private BundleFolder folder() {
    return new BundleFolder(temporary.resolve("bundles"), 7, 11);
  }

  private static Set<PosixFilePermission> permissions(String text) {
    return PosixFilePermissions.fromString(text);
  }

  private void assumeOnUnix() {
    assumeTrue(
        temporary.getFileSystem().supportedFileAttributeViews().contains("unix"),
        "needs `test $(uname -s) = Linux`: permissions of files");
  }

  private Path bundle(int second, long pid) throws IOException {
    BundleFolder folder = new BundleFolder(temporary.resolve("bundles"), pid, 11);
    Instant at = AT.plusSeconds(second);
    Path unfinished = folder.begin(at);
    Files.write(unfinished.resolve("recording.jfr"), new byte[100]);
    return folder.finish(unfinished, at);
  }

  @Test
  void onlyThisUserCanReadABundleAndTheNewFolder() throws IOException {
    assumeOnUnix();
    Path bundle = bundle(0, 7);

    assertEquals(OURS_ALONE, Files.getPosixFilePermissions(bundle));
    assertEquals(OURS_ALONE, Files.getPosixFilePermissions(bundle.getParent()));
    assertEquals(List.of(bundle), folder().bundles());
  }

  @Test
  void aFolderIsSafeIfItIsThisUsersOrRootsAndNotEveryUserCanWriteToIt() {
    assertEquals(Optional.empty(), BundleFolder.refusal(1000, 1000, permissions("rwxr-xr-x")));
    assertEquals(Optional.empty(), BundleFolder.refusal(0, 1000, permissions("rwxrwx---")));
    assertEquals(Optional.of("another user owns it"), BundleFolder.refusal(1001, 1000, OURS_ALONE));
    assertEquals(Optional.of("another user owns it"), BundleFolder.refusal(1001, 0, OURS_ALONE));
    for (int owner : new int[] {0, 1000}) {
      assertEquals(
          Optional.of("every local user can write to it"),
          BundleFolder.refusal(owner, 1000, permissions("rwxrwxrwx")));
    }
  }

  @Test
  void jvmsWithTheSameProcessNumberDoNotTouchOneAnothersUnfinishedBundle() throws IOException {
    BundleFolder one = new BundleFolder(temporary.resolve("bundles"), 1, 11);
    BundleFolder other = new BundleFolder(temporary.resolve("bundles"), 1, 12);
    Path ones = one.begin(AT);
    Path others = other.begin(AT);
    assertTrue(Files.isDirectory(ones));

    List<Path> finished = List.of(one.finish(ones, AT), other.finish(others, AT));

    assertEquals(finished, one.bundles());
  }

  @Test
  void clearsWhatItLeftAndWhatOthersDidNotTouchForAnHour() throws IOException {
    BundleFolder folder = folder();
    Path own = folder.begin(AT);
    Path old = Files.createDirectory(own.resolveSibling(".unfinished-8-c-old"));
    Files.write(old.resolve("recording.jfr"), new byte[100]);
    Files.setLastModifiedTime(old, FileTime.from(AT.minusSeconds(3_601)));
    Path young = Files.createDirectory(own.resolveSibling(".unfinished-8-c-young"));
    Files.setLastModifiedTime(young, FileTime.from(AT.minusSeconds(3_599)));

    folder.prepare(AT);

    assertFalse(Files.exists(own));
    assertFalse(Files.exists(old));
    assertTrue(Files.exists(young));
  }

  @Test
  void whatAnotherJvmHasDeletedIsGoneAndNoError() throws IOException {
    Path gone = temporary.resolve("bundle-20231114T221320.000Z-9");

    assertEquals(0, BundleFolder.size(gone));
    BundleFolder.delete(gone);
  }

  @Test
  void passesOverABundleOfAnotherUser() throws IOException {
    assumeOnUnix();
    Path oldest = bundle(0, 7);
    Path others = bundle(1, 8);
    Path newest = bundle(2, 7);
    Files.setPosixFilePermissions(others, Set.of());
    assumeFalse(Files.isReadable(others), "needs `test $(id -u) -ne 0`");

    folder().keep(newest, 1, 1_000);

    assertEquals(List.of(others, newest), folder().bundles());
    assertFalse(Files.exists(oldest));
  }
}
