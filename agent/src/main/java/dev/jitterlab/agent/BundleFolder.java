package dev.jitterlab.agent;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The folder that bundles are in. It deletes nothing but what has the name of a bundle. A bundle
 * that is being written has another name, so that a reader never sees half of one. For one thread.
 */
final class BundleFolder {
  private static final Pattern BUNDLE =
      Pattern.compile("bundle-[0-9]{8}T[0-9]{6}\\.[0-9]{3}Z-[0-9]+");
  private static final String UNFINISHED = ".unfinished-";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss.SSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final Path folder;
  private final long pid;

  BundleFolder(Path folder, long pid) {
    this.folder = folder;
    this.pid = pid;
  }

  /** Makes the folder where it is missing, and clears what this process left half written. */
  void prepare() throws IOException {
    Files.createDirectories(folder);
    for (Path left : children()) {
      if (left.getFileName().toString().startsWith(UNFINISHED + pid + "-")) {
        delete(left);
      }
    }
  }

  Path path() {
    return folder;
  }

  /** Begins a bundle; it is nothing until it is finished. */
  Path begin(Instant at) throws IOException {
    prepare();
    return Files.createDirectory(folder.resolve(UNFINISHED + pid + "-" + TIME.format(at)));
  }

  /** Makes it a bundle. */
  Path finish(Path unfinished, Instant at) throws IOException {
    return Files.move(
        unfinished,
        folder.resolve("bundle-" + TIME.format(at) + "-" + pid),
        StandardCopyOption.ATOMIC_MOVE);
  }

  /** Deletes the oldest bundles until there are no more of them, and no larger ones. */
  void keep(int count, long bytes) throws IOException {
    List<Path> newestFirst = new ArrayList<>(bundles());
    Collections.reverse(newestFirst);
    long sum = 0;
    for (int i = 0; i < newestFirst.size(); i++) {
      sum += size(newestFirst.get(i));
      if (i >= count || sum > bytes) {
        delete(newestFirst.get(i));
      }
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
        new SimpleFileVisitor<>() {
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
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, IOException failure)
              throws IOException {
            Files.delete(directory);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure)
              throws IOException {
            if (failure instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw failure;
          }
        });
  }
}
