package dev.jitterlab.lab.yaml;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** Files that are read as plain maps and lists, and written so. Stateless. */
public final class YamlText {
  private YamlText() {}

  /**
   * An experiment's file as maps, lists, texts, numbers and truth values, such that {@link #write}
   * says the same again: a number that it would write in another way stays a text.
   *
   * @throws dev.jitterlab.lab.LabException if it cannot be read, or is no mapping
   */
  public static Map<String, Object> read(Path file) {
    Problems problems = new Problems();
    YamlNode.Mapping mapping = YamlFile.read(file, "an experiment", problems);
    problems.throwIfAny();
    return plain(mapping, YamlText::plain);
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
