package dev.jitterlab.lab.yaml;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.Problem.Place;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * Reads YAML files as trees with places. Stateless.
 *
 * <p>Files are small, and hostile ones end with an error, not with an exhausted heap or stack: the
 * size, the depth and the number of nodes that aliases unfold to are bounded.
 */
public final class YamlFile {
  /** Deeper than any sensible file; below what the parser's recursion can take. */
  static final int MAX_DEPTH = 50;

  private static final int MAX_BYTES = 1 << 20;

  private YamlFile() {}

  /**
   * Reads a file whose top level is a mapping, which it returns. Duplicate keys go to {@code
   * problems}.
   *
   * @param what the file as messages name it, such as {@code an experiment}
   * @throws LabException if the file cannot be read or is not YAML
   */
  public static YamlNode.Mapping read(Path path, String what, Problems problems) {
    byte[] bytes = bytes(path, what);
    Place start = new Place(path, 1, 1);
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      Node node =
          compose(path, text)
              .orElseThrow(
                  () -> wrong(start, "the file is empty", "Write " + what + " into it; " + DOCS));
      YamlNode tree = new TreeBuilder(path, problems).build(node);
      return switch (tree) {
        case YamlNode.Mapping mapping -> mapping;
        case YamlNode.Scalar _, YamlNode.Sequence _ ->
            throw wrong(
                tree.place(),
                "expected " + what + " (a mapping of keys), found " + tree.description(),
                "Begin the lines with `key: value`; " + DOCS);
      };
    } catch (CharacterCodingException _) {
      throw wrong(start, "the file is not UTF-8 text", "Save it as UTF-8.");
    } catch (MarkedYamlEngineException e) {
      throw syntaxError(path, e);
    } catch (ReaderException e) {
      String found = "character U+%04X is not allowed in YAML".formatted(e.getCodePoint());
      throw wrong(placeOfIndex(path, bytes, e.getPosition()), found, "Remove the character.");
    } catch (YamlEngineException e) {
      throw wrong(start, "not YAML: " + e.getMessage(), "Correct the file; " + DOCS);
    }
  }

  static final String DOCS = "docs/experiments.md describes the format.";

  private static byte[] bytes(Path path, String what) {
    try {
      if (Files.isDirectory(path)) {
        String found = "expected " + what + " in a YAML file, found a folder";
        throw wrong(path, found, "Name a file in it.");
      }
      if (Files.size(path) > MAX_BYTES) {
        throw wrong(path, "the file is larger than 1 MiB", "Name a YAML file with " + what + ".");
      }
      return Files.readAllBytes(path);
    } catch (NoSuchFileException _) {
      throw wrong(path, "no such file", "Check the path; examples are in experiments/.");
    } catch (IOException e) {
      throw wrong(path, "cannot be read: " + e, "Make the file readable for this user.");
    }
  }

  private static Optional<Node> compose(Path path, String text) {
    LoadSettings settings =
        LoadSettings.builder()
            .setLabel(path.toString())
            .setSchema(new CoreSchema())
            // Both are reported with their place by the builder of the tree.
            .setAllowNonScalarKeys(true)
            .setMaxAliasesForCollections(MAX_BYTES)
            .build();
    int depth = 0;
    // Composing recurses, reading events does not: so the depth is checked on the events.
    for (Event event : new Parse(settings).parseString(text)) {
      switch (event.getEventId()) {
        case MappingStart, SequenceStart -> depth++;
        case MappingEnd, SequenceEnd -> depth--;
        case Alias, Comment, DocumentEnd, DocumentStart, Scalar, StreamEnd, StreamStart -> {}
      }
      if (depth > MAX_DEPTH) {
        throw tooDeep(place(path, event.getStartMark()));
      }
    }
    return new Compose(settings).composeString(text);
  }

  static LabException tooDeep(Place place) {
    String what = "nested more than " + MAX_DEPTH + " levels deep";
    return wrong(place, what, "Flatten the file; an alias must not contain itself.");
  }

  static Place place(Path path, Optional<Mark> mark) {
    return mark.map(at -> new Place(path, at.getLine() + 1, at.getColumn() + 1))
        .orElse(new Place(path, 1, 1));
  }

  private static LabException syntaxError(Path path, MarkedYamlEngineException e) {
    Optional<Mark> mark = e.getProblemMark().or(e::getContextMark);
    String context = e.getContext() == null || e.getContext().isBlank() ? "" : e.getContext();
    String problem = e.getProblem() == null ? e.getMessage() : e.getProblem().strip();
    String what = context.isEmpty() ? problem : context + ", " + problem;
    Problem found =
        Problem.at(
            place(path, mark),
            "not YAML: " + what.replace('\n', ' '),
            "Check the indentation (spaces only), quotes and brackets there.");
    String snippet = mark.map(Mark::createSnippet).orElse("");
    return new LabException(ExitCode.WRONG_EXPERIMENT, found.withDetails(snippet));
  }

  private static Place placeOfIndex(Path path, byte[] bytes, int index) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    String before = text.substring(0, Math.clamp(index, 0, text.length()));
    int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
    return new Place(path, line, before.length() - before.lastIndexOf('\n'));
  }

  static LabException wrong(Place place, String what, String remedy) {
    return LabException.wrong(place.toString(), what, remedy);
  }

  private static LabException wrong(Path path, String what, String remedy) {
    return LabException.wrong(path.toString(), what, remedy);
  }
}
