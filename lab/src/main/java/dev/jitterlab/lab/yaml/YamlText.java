package dev.jitterlab.lab.yaml;

import dev.jitterlab.lab.LabException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** Files that are read as plain maps and lists, and written so. Stateless. */
public final class YamlText {
  private YamlText() {}

  /**
   * The mapping of a file that was validated before.
   *
   * @throws LabException if it cannot be read, or is no mapping
   */
  public static Map<String, Object> read(Path file) {
    try {
      Object content =
          new Load(LoadSettings.builder().setMaxAliasesForCollections(50).build())
              .loadFromString(Files.readString(file));
      Map<String, Object> mapping = new LinkedHashMap<>();
      if (content instanceof Map<?, ?> map) {
        map.forEach((key, value) -> mapping.put(String.valueOf(key), value));
        return mapping;
      }
      throw LabException.wrong(file.toString(), "it is not a mapping of keys", "Correct the file.");
    } catch (IOException | YamlEngineException e) {
      throw LabException.wrong(
          file.toString(), "it cannot be read: " + e.getMessage(), "Correct the file.");
    }
  }

  /**
   * A part of a file as maps, lists, texts, numbers and truth values, such that {@link #write} says
   * the same again: a number that it would write in another way stays a text.
   */
  public static Object plain(YamlNode node) {
    return plain(node, YamlText::plain);
  }

  /** A mapping as maps and lists, and what its single values are. */
  public static Map<String, Object> plain(
      YamlNode.Mapping mapping, Function<YamlNode.Scalar, Object> single) {
    Map<String, Object> plain = new LinkedHashMap<>();
    mapping.entries().forEach(entry -> plain.put(entry.key(), plain(entry.value(), single)));
    return plain;
  }

  private static Object plain(YamlNode node, Function<YamlNode.Scalar, Object> single) {
    return switch (node) {
      case YamlNode.Mapping mapping -> plain(mapping, single);
      case YamlNode.Sequence list -> list.items().stream().map(one -> plain(one, single)).toList();
      case YamlNode.Scalar scalar -> single.apply(scalar);
    };
  }

  private static Object plain(YamlNode.Scalar scalar) {
    return switch (scalar.type()) {
      case TEXT, EMPTY -> scalar.text();
      case BOOLEAN -> Boolean.valueOf(scalar.text());
      case INTEGER ->
          scalar.text().matches("0|-?[1-9]\\d{0,17}") ? Long.valueOf(scalar.text()) : scalar.text();
      case NUMBER ->
          scalar.text().matches("-?\\d+\\.\\d+") ? new BigDecimal(scalar.text()) : scalar.text();
    };
  }

  /** Maps, lists, texts, numbers and truth values as a YAML document in block style. */
  public static String write(Map<String, Object> content) {
    DumpSettings settings =
        DumpSettings.builder()
            .setDefaultFlowStyle(FlowStyle.BLOCK)
            .setSchema(new CoreSchema()) // as files are read: there, a text such as ~ needs quotes
            .build();
    return new Dump(settings).dumpToString(content);
  }
}
