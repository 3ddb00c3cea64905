package dev.jitterlab.agent;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The folder that bundles are in. It deletes nothing but what has the name of a bundle. A bundle
 * that is being written has another name, so that a reader never sees half of one. For one thread.
 *
 * <p>Other JVMs may use the folder at the same time, from other containers too, where their process
 * numbers can be the same. What another JVM deletes meanwhile is gone, which is no error.
 *
 * <p>A recording can hold what only this user may know. So on Unix nobody else can read a bundle,
 * and a folder is refused if another user, other than root, owns it or every user can write to it.
 * A group that can write to it is trusted: it is how the volume of a container is given to a user.
 */
class BundleFolder {
  private static final Pattern BUNDLE =
      Pattern.compile("bundle-[0-9]{8}T[0-9]{6}\\.[0-9]{3}Z-[0-9]+");
  private static final String UNFINISHED = ".unfinished-";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss.SSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private static final Set<PosixFilePermission> OURS_ALONE =
      PosixFilePermissions.fromString("rwx------");
  private static final int ROOT = 0;

  /** A JVM writes a bundle in seconds: what is older was left by one that ended meanwhile. */
  private static final Duration ABANDONED = Duration.ofHours(1);

  /** The folder for bundles is not safe; the message says why, and what to do. */
  static final class RefusedException extends IOException {
    RefusedException(Path folder, String reason) {
      super(
          "no bundle is written to "
              + folder
              + ", because "
              + reason
              + "; give bundle-dir a folder of this user's own (a missing one is created, and only"
              + " this user can read it)");
    }
  }

  private final Path folder;
  private final long pid;

  /** How the names of this JVM's unfinished bundles begin. */
  private final String own;

  /**
   * Creates it; no file is touched yet.
   *
   * @param number a random one: process numbers of several containers may be the same
   */
  BundleFolder(Path folder, long pid, long number) {
    this.folder = folder;
    this.pid = pid;
    this.own = UNFINISHED + pid + "-" + Long.toHexString(number) + "-";
  }

  /**
   * Makes the folder where it is missing, and clears what this JVM left half written, and what any
   * other one did not touch for an hour.
   *
   * @throws RefusedException if the folder is another user's, or every user can write to it
   */
  void prepare(Instant now) throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder, oursAlone());
    }
    requireSafe();
    for (Path left : children()) {
      String name = left.getFileName().toString();
      if (name.startsWith(own)) {
        delete(left);
      } else if (name.startsWith(UNFINISHED)) {
        deleteIfAbandoned(left, now);
      }
    }
  }

  private static void deleteIfAbandoned(Path left, Instant now) throws IOException {
    try {
      Instant modified = Files.getLastModifiedTime(left, LinkOption.NOFOLLOW_LINKS).toInstant();
      if (modified.isBefore(now.minus(ABANDONED))) {
        delete(left);
      }
    } catch (FileSystemException e) {
      // gone, or another user's: this JVM can write its bundle with or without it
    }
  }

  private boolean isOnUnix() {
    return folder.getFileSystem().supportedFileAttributeViews().contains("unix");
  }

  private FileAttribute<?>[] oursAlone() {
    return isOnUnix()
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OURS_ALONE)}
        : new FileAttribute<?>[0];
  }

  /** This user is the one who owns what this process creates there. */
  private void requireSafe() throws IOException {
    if (!isOnUnix()) {
      return;
    }
    Path probe;
    try {
      probe = Files.createTempDirectory(folder, own, oursAlone());
    } catch (AccessDeniedException e) {
      throw new RefusedException(folder, "this user cannot write to it");
    }
    int self = user(probe);
    Files.delete(probe);
    Optional<String> reason = refusal(user(folder), self, Files.getPosixFilePermissions(folder));
    if (reason.isPresent()) {
      throw new RefusedException(folder, reason.get());
    }
  }

  private static int user(Path file) throws IOException {
    return (Integer) Files.getAttribute(file, "unix:uid");
  }

  /** Returns why a folder is not safe for bundles of a user; empty if it is. */
  static Optional<String> refusal(int owner, int self, Set<PosixFilePermission> permissions) {
    if (owner != self && owner != ROOT) {
      return Optional.of("another user owns it");
    }
    if (permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
      return Optional.of("every local user can write to it");
    }
    return Optional.empty();
  }

  Path path() {
    return folder;
  }

  /** Begins a bundle; it is nothing until it is finished. */
  Path begin(Instant at) throws IOException {
    prepare(at);
    return Files.createDirectory(folder.resolve(own + TIME.format(at)), oursAlone());
  }

  /** Makes it a bundle, which only this user can read. */
  Path finish(Path unfinished, Instant at) throws IOException {
    Instant free = at;
    while (Files.exists(bundle(free))) { // of another JVM with this process number
      free = free.plusMillis(1);
    }
    return Files.move(unfinished, bundle(free), StandardCopyOption.ATOMIC_MOVE);
  }

  private Path bundle(Instant at) {
    return folder.resolve("bundle-" + TIME.format(at) + "-" + pid);
  }

  /**
   * Deletes the oldest bundles until there are no more of them, and no larger ones. Those of other
   * users that this one has no right to are passed over.
   *
   * @param newest stays, and counts
   * @throws IOException if one could not be deleted; the others are
   */
  void keep(Path newest, int count, long bytes) throws IOException {
    List<Path> newestFirst = new ArrayList<>(bundles());
    newestFirst.remove(newest);
    Collections.reverse(newestFirst);
    IOException failure = null;
    int kept = 1;
    long sum = size(newest);
    for (Path bundle : newestFirst) {
      try {
        sum += size(bundle);
        if (kept >= count || sum > bytes) {
          delete(bundle);
        } else {
          kept++;
        }
      } catch (AccessDeniedException e) {
        // its own user's JVMs keep it or delete it
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** The bundles, the oldest first. */
  List<Path> bundles() throws IOException {
    return children().stream()
        .filter(child -> BUNDLE.matcher(child.getFileName().toString()).matches())
        .sorted()
        .collect(Collectors.toList());
  }

  private List<Path> children() throws IOException {
    try (Stream<Path> children = Files.list(folder)) {
      return children.collect(Collectors.toList());
    }
  }

  /** In bytes, of all its files. */
  static long size(Path bundle) throws IOException {
    AtomicLong sum = new AtomicLong();
    Files.walkFileTree(
        bundle,
        new SharedWalk() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            sum.addAndGet(attributes.size());
            return FileVisitResult.CONTINUE;
          }
        });
    return sum.get();
  }

  /** Follows no links. */
  static void delete(Path bundle) throws IOException {
    Files.walkFileTree(
        bundle,
        new SharedWalk() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, IOException failure)
              throws IOException {
            Files.deleteIfExists(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /** Goes on where another JVM has deleted something. */
  private static class SharedWalk extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
      if (failure instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw failure;
    }
  }
}
