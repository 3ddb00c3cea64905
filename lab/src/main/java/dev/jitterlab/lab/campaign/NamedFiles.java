package dev.jitterlab.lab.campaign;

import dev.jitterlab.lab.FileTree;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.yaml.Problems;
import dev.jitterlab.lab.yaml.YamlFile;
import dev.jitterlab.lab.yaml.YamlNode;
import dev.jitterlab.lab.yaml.YamlNode.Mapping;
import dev.jitterlab.lab.yaml.YamlNode.Scalar;
import dev.jitterlab.lab.yaml.YamlNode.Sequence;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The files beside an experiment that it names, and that decide what it measures as its own lines
 * do: a scenario, templates, the program of a command, and what is behind <code>${here}/</code>. Of
 * a folder these are all files in it.
 *
 * <p>A placeholder in a path stands for any text without a slash, because it may differ from group
 * to group. Files outside of the experiment's folder are not among them, nor is what a build makes:
 * a run has its own record of the jars that were measured.
 */
final class NamedFiles {
  private static final Pattern HERE = Pattern.compile("(?<!\\$)\\$\\{here}/([^\\s'\",:;]+)");
  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{[^}\\n]*}");
  private static final Pattern BUILT = Pattern.compile(".*\\.(jar|class)");

  private NamedFiles() {}

  /** Passes over what is gone meanwhile, or may not be read: a server may have made it. */
  private static final class Collecting extends SimpleFileVisitor<Path> {
    private final SortedSet<Path> into;

    Collecting(SortedSet<Path> into) {
      this.into = into;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (attributes.isRegularFile() && !BUILT.matcher(file.toString()).matches()) {
        into.add(file);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) {
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, IOException failure) {
      return FileVisitResult.CONTINUE;
    }
  }

  /** Absolute paths in the order of their names; none of a file that is no YAML. */
  static SortedSet<Path> of(Path experiment) throws IOException {
    Path file = experiment.toAbsolutePath().normalize();
    Path folder = file.getParent();
    SortedSet<Path> files = new TreeSet<>();
    for (String path : paths(file)) {
      for (Path named : matching(folder, path)) {
        if (named.startsWith(folder) && !named.equals(folder) && Files.exists(named)) {
          Files.walkFileTree(named, new Collecting(files));
        }
      }
    }
    files.remove(file);
    return files;
  }

  private static List<String> paths(Path file) {
    Mapping experiment;
    try {
      experiment = YamlFile.read(file, "an experiment", new Problems());
    } catch (LabException _) {
      return List.of(); // its run says what is wrong
    }
    return Stream.concat(templates(experiment), paths("", experiment)).toList();
  }

  private static Stream<String> templates(Mapping experiment) {
    return experiment.value("templates").stream()
        .filter(Sequence.class::isInstance)
        .flatMap(list -> ((Sequence) list).items().stream())
        .filter(Mapping.class::isInstance)
        .flatMap(template -> Stream.ofNullable(((Mapping) template).texts().get("file")));
  }

  private static Stream<String> paths(String key, YamlNode node) {
    return switch (node) {
      case Scalar scalar ->
          Stream.concat(
              direct(key, scalar.text()),
              HERE.matcher(scalar.text()).results().map(found -> found.group(1)));
      case Sequence list ->
          Stream.concat(
              list.items().stream().limit(1).flatMap(first -> paths(key, first)),
              list.items().stream().skip(1).flatMap(other -> paths("", other)));
      case Mapping mapping ->
          mapping.entries().stream().flatMap(entry -> paths(entry.key(), entry.value()));
    };
  }

  /** The path that a text is because of its key, without <code>${here}</code>. */
  private static Stream<String> direct(String key, String text) {
    return switch (key) {
      case "scenario" -> Stream.of(text);
      case "command" ->
          Stream.of(text.strip().split("\\s+", 2)[0])
              .filter(program -> program.contains("/") && !program.startsWith("$"));
      default -> Stream.of();
    };
  }

  private static List<Path> matching(Path folder, String path) {
    List<Path> found = List.of(path.startsWith("/") ? Path.of("/") : folder);
    for (String name : path.split("/+")) {
      found = found.stream().flatMap(parent -> inside(parent, name)).toList();
    }
    return found.stream().map(Path::normalize).toList();
  }

  private static Stream<Path> inside(Path parent, String name) {
    if (!PLACEHOLDER.matcher(name).find()) {
      return Stream.of(parent.resolve(name));
    }
    Pattern like =
        Pattern.compile(
            Stream.of(PLACEHOLDER.split(name, -1))
                .map(Pattern::quote)
                .collect(Collectors.joining(".*")));
    return FileTree.children(parent).stream()
        .filter(child -> like.matcher(child.getFileName().toString()).matches());
  }
}
