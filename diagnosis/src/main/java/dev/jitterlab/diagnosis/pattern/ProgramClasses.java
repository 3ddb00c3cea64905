package dev.jitterlab.diagnosis.pattern;

import dev.jitterlab.diagnosis.timeline.CodeThrownAway;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.LineNumberInfo;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The class files of the diagnosed program, if they still lie where its class path says. A file
 * that was changed after the program ran is not read: it may be another version. Not thread-safe.
 */
final class ProgramClasses {
  private static final int LARGEST_BYTES = 8 << 20;
  private static final long MS = 1_000_000;

  private final List<Path> path;
  private final Map<String, Optional<ClassModel>> known = new HashMap<>();

  /**
   * For a class path.
   *
   * @param classPath entries by the system's separator; relative ones are not looked at
   */
  ProgramClasses(String classPath) {
    List<Path> entries = new ArrayList<>();
    for (String entry : classPath.split(File.pathSeparator, -1)) {
      try {
        Path one = Path.of(entry);
        if (one.isAbsolute()) {
          entries.add(one);
        }
      } catch (InvalidPathException _) {
        // a path of another system
      }
    }
    path = List.copyOf(entries);
  }

  /**
   * Which field the branch reads that a speculation failed in.
   *
   * @param ranNs when the program ran, in nanoseconds since the epoch
   * @return such as {@code BattleState.mode}; empty if it is no branch, reads no field, or the
   *     class that ran cannot be read
   */
  Optional<String> fieldOfBranch(CodeThrownAway code, long ranNs) {
    int name = code.method().indexOf("::");
    if (code.bytecode() < 0 || code.instruction().isEmpty() || name < 0 || path.isEmpty()) {
      return Optional.empty();
    }
    List<Optional<String>> found =
        known
            .computeIfAbsent(code.method().substring(0, name), type -> read(type, ranNs / MS))
            .stream()
            .flatMap(type -> type.methods().stream())
            .filter(method -> method.methodName().equalsString(code.method().substring(name + 2)))
            .filter(method -> hasLine(method, code.bytecode(), code.line()))
            .map(method -> BranchField.of(method, code.bytecode(), code.instruction()))
            .toList();
    return found.size() == 1 ? found.getFirst() : Optional.empty();
  }

  private static boolean hasLine(MethodModel method, int bytecode, int line) {
    OptionalInt last =
        method.findAttribute(Attributes.code()).stream()
            .flatMap(code -> code.findAttribute(Attributes.lineNumberTable()).stream())
            .flatMap(table -> table.lineNumbers().stream())
            .filter(one -> one.startPc() <= bytecode)
            .reduce((a, b) -> a.startPc() <= b.startPc() ? b : a)
            .stream()
            .mapToInt(LineNumberInfo::lineNumber)
            .findFirst();
    return last.isPresent() && last.getAsInt() == line;
  }

  /** The first one in the path, if it has not changed since. */
  private Optional<ClassModel> read(String type, long ranMs) {
    String file = type.replace('.', '/') + ".class";
    for (Path entry : path) {
      Path at = Files.isDirectory(entry) ? entry.resolve(file) : entry;
      if (Files.isRegularFile(at)) {
        try {
          if (Files.getLastModifiedTime(at).toMillis() > ranMs) {
            return Optional.empty();
          }
          Optional<byte[]> bytes = at.equals(entry) ? ofJar(at, file) : ofFolder(at);
          if (bytes.isPresent()) {
            return Optional.of(ClassFile.of().parse(bytes.get()));
          }
        } catch (IOException | IllegalArgumentException _) {
          return Optional.empty(); // damaged: what follows in the path is not what ran
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<byte[]> ofFolder(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return Optional.of(in.readNBytes(LARGEST_BYTES));
    }
  }

  private static Optional<byte[]> ofJar(Path jar, String file) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      ZipEntry entry = zip.getEntry(file);
      if (entry == null) {
        return Optional.empty();
      }
      try (InputStream in = zip.getInputStream(entry)) {
        return Optional.of(in.readNBytes(LARGEST_BYTES));
      }
    }
  }
}
