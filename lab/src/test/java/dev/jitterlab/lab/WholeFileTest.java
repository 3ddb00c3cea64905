package dev.jitterlab.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
  @TempDir private Path folder;

  @Test
  void whatWasThereStaysIfTheNewContentCannotBeWritten() throws IOException {
    Path file = Files.writeString(folder.resolve("causes.json"), "old");

    assertThrows(
        IOException.class,
        () ->
            WholeFile.write(
                file,
                out -> {
                  out.write('n');
                  throw new IOException("the disk is full");
                }));

    assertEquals("old", Files.readString(file));
    assertEquals(List.of(file), FileTree.children(folder));
  }

  /** As a `report` may that is typed while the run ends: neither renames half of the other's. */
  @Test
  void twoProcessesMayWriteOneFile() throws IOException {
    Path file = folder.resolve("causes.json");
    Path part = folder.resolve("causes.json." + ProcessHandle.current().pid() + ".part");
    Path others = Files.writeString(folder.resolve("causes.json.part"), "ha");
    List<Path> seen = new ArrayList<>();

    WholeFile.write(
        file,
        out -> {
          seen.addAll(FileTree.children(folder));
          out.write('w');
        });

    assertEquals(List.of(part, others), seen);
    assertEquals("w", Files.readString(file));
    assertEquals("ha", Files.readString(others));
    assertEquals(List.of(file, others), FileTree.children(folder));
  }

  /** As in a file of the kernel with a name that it has cut. */
  @Test
  void readsAFileThatIsNotAllText() throws IOException {
    Path file = Files.write(folder.resolve("comm"), new byte[] {'a', (byte) 0xc3, ')', 'b', '\n'});

    assertEquals(Optional.of("a\ufffd)b"), WholeFile.text(file));
  }

  /** The system names a file that it cannot open, but not one that it cannot write on. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void saysWhichFileAFullDiskRefuses() throws IOException {
    Path file = folder.resolve("causes.json");
    String part = "causes.json." + ProcessHandle.current().pid() + ".part";
    Files.createSymbolicLink(folder.resolve(part), Path.of("/dev/full"));

    UncheckedIOException failure =
        assertThrows(UncheckedIOException.class, () -> Json.write(file, Map.of("a", "b")));

    RefusedFile refused = RefusedFile.of(failure).orElseThrow();
    assertEquals(file.toString(), refused.place());
    assertEquals("the disk is full", refused.why());
  }

  /** Such as one of a container's: its block could not finish, at no resume either. */
  @Test
  void forcesWhatItMayReadAndPassesOverTheRest() throws IOException {
    Path data = Files.createDirectories(folder.resolve("data"));
    Path secret = Files.writeString(data.resolve("a-secret"), "");
    Path gone = Files.writeString(data.resolve("gone"), "");
    Path log = Files.writeString(data.resolve("log"), "");
    List<Path> forced = new ArrayList<>();

    WholeFile.forceTree(
        folder,
        path -> {
          if (path.equals(secret)) {
            throw new AccessDeniedException(path.toString());
          }
          if (path.equals(gone)) {
            throw new NoSuchFileException(path.toString());
          }
          forced.add(path);
        });

    assertEquals(List.of(log, data, folder), forced);
  }

  @Test
  void aPathThatCannotBeForcedForAnotherReasonIsAFailure() {
    assertThrows(
        IOException.class,
        () ->
            WholeFile.forceTree(
                folder,
                _ -> {
                  throw new IOException("the disk fails");
                }));
  }

  @Test
  void forcesNothingWhereNothingIs() throws IOException {
    WholeFile.forceTree(folder.resolve("nothing"));
  }

  @Test
  void jsonEndsWithALineBreak() throws IOException {
    Path file = folder.resolve("run.json");
    Json.write(file, Map.of("state", "complete"));

    assertEquals(Json.write(Map.of("state", "complete")), Files.readString(file));
    assertEquals("{\n  \"state\" : \"complete\"\n}\n", Files.readString(file));
  }

  /** By the time that an element is asked for, those before it have left the memory. */
  @Test
  void jsonIsWrittenPieceByPiece() throws IOException {
    String kilobyte = "x".repeat(1_024);
    AtomicLong written = new AtomicLong();
    OutputStream counting =
        new OutputStream() {
          @Override
          public void write(int one) {
            written.incrementAndGet();
          }

          @Override
          public void write(byte[] bytes, int from, int length) {
            written.addAndGet(length);
          }
        };
    List<String> elements =
        new AbstractList<>() {
          @Override
          public String get(int index) {
            assertTrue(written.get() >= 1_024L * (index - 64), "held back at " + index);
            return kilobyte;
          }

          @Override
          public int size() {
            return 1_024;
          }
        };

    Json.writeTo(counting, elements);

    assertTrue(written.get() > 1_024 * 1_024, written::toString);
  }
}
