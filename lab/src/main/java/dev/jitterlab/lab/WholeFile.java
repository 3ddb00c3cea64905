package dev.jitterlab.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/** Reads files whole, and writes them whole or not at all: a reader never sees half of one. */
public final class WholeFile {
  private WholeFile() {}

  /**
   * What a file says, without blanks around it; empty if it cannot be read. Bytes that are no text
   * are replaced: the kernel cuts the name of a process inside a character.
   */
  public static Optional<String> text(Path file) {
    try {
      return Optional.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** What a file says that lies beside a class, in its jar. */
  public static String resource(Class<?> beside, String name) {
    return new String(resourceBytes(beside, name), StandardCharsets.UTF_8);
  }

  /** The same as it is. */
  public static byte[] resourceBytes(Class<?> beside, String name) {
    return Unchecked.io(
        () -> {
          try (InputStream in = beside.getResourceAsStream(name)) {
            return in.readAllBytes();
          }
        });
  }

  /** Writes what a file shall hold, piece by piece. */
  @FunctionalInterface
  public interface Content {
    /** Writes all of it; the stream stays open, and its owner closes it. */
    void writeTo(OutputStream out) throws IOException;
  }

  /** Replaces the file; what was there stays if that fails. */
  public static void write(Path file, String text) throws IOException {
    write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** The same for what is too large to be held in memory as one text. */
  public static void write(Path file, Content content) throws IOException {
    replace(file, content, false);
  }

  /** The same; when it returns, the file outlives a power failure. */
  public static void writeDurably(Path file, String text) throws IOException {
    replace(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)), true);
    force(file.toAbsolutePath().getParent());
  }

  /** Makes one path outlive a power failure. */
  @FunctionalInterface
  interface Forcing {
    /** Returns when that is so. */
    void force(Path path) throws IOException;
  }

  /**
   * Returns when all that is at the path, a file or a folder with everything in it, outlives a
   * power failure; does nothing if nothing is there. What this process may not read is left out: it
   * may be a container's, or another user's.
   */
  public static void forceTree(Path root) throws IOException {
    forceTree(root, WholeFile::force);
  }

  /** The same, with another way to force a path. */
  static void forceTree(Path root, Forcing forcing) throws IOException {
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<Path>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            // A link counts as what it leads to.
            boolean isForced = Files.isRegularFile(file) || Files.isDirectory(file);
            return isForced ? forced(file) : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure)
              throws IOException {
            return passedOver(failure);
          }

          @Override
          public FileVisitResult postVisitDirectory(Path folder, IOException failure)
              throws IOException {
            return failure == null ? forced(folder) : passedOver(failure);
          }

          private FileVisitResult forced(Path path) throws IOException {
            try {
              forcing.force(path);
              return FileVisitResult.CONTINUE;
            } catch (IOException e) {
              return passedOver(e);
            }
          }
        });
  }

  /** Goes on if the file is out of reach, or has gone. */
  private static FileVisitResult passedOver(IOException failure) throws IOException {
    if (failure instanceof AccessDeniedException || failure instanceof NoSuchFileException) {
      return FileVisitResult.CONTINUE;
    }
    throw failure;
  }

  private static void replace(Path file, Content content, boolean durably) throws IOException {
    // Of this process alone: another that writes the same file must not rename half of this one.
    String process = "." + ProcessHandle.current().pid();
    Path part = file.resolveSibling(file.getFileName() + process + RefusedFile.PART);
    try {
      writePart(part, content, durably);
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException | RuntimeException | Error e) {
      try {
        Files.deleteIfExists(part);
      } catch (IOException leftOver) {
        e.addSuppressed(leftOver);
      }
      throw e;
    }
  }

  private static void writePart(Path part, Content content, boolean durably) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(part))) {
      content.writeTo(out);
    } catch (FileSystemException | JsonProcessingException e) {
      throw e;
    } catch (IOException e) {
      throw naming(part, e);
    }
    if (durably) {
      force(part);
    }
  }

  /** A write that fails, as on a full disk, does not say in which file. */
  private static FileSystemException naming(Path file, IOException failure) {
    FileSystemException named =
        new FileSystemException(file.toString(), null, failure.getMessage());
    named.initCause(failure);
    return named;
  }

  private static void force(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
