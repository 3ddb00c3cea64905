package dev.jitterlab.lab.yaml;

import dev.jitterlab.lab.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

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
      throw LabException.wrong(file.toString(), "it is no mapping of keys", "Correct the file.");
    } catch (IOException | YamlEngineException e) {
      throw LabException.wrong(
          file.toString(), "it cannot be read: " + e.getMessage(), "Correct the file.");
    }
  }

  /** Maps, lists, texts, numbers and truth values as a YAML document in block style. */
  public static String write(Map<String, Object> content) {
    return new Dump(DumpSettings.builder().setDefaultFlowStyle(FlowStyle.BLOCK).build())
        .dumpToString(content);
  }
}
