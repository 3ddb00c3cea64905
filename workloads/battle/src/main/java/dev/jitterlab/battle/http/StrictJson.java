package dev.jitterlab.battle.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** Reads and writes JSON strictly: a key twice, or anything after the value, is an error. */
public final class StrictJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private StrictJson() {}

  /** Returns a new object without fields. */
  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** Returns a new array without elements. */
  public static ArrayNode array() {
    return JsonNodeFactory.instance.arrayNode();
  }

  /**
   * Reads one JSON value in UTF-8.
   *
   * @throws IOException if it is none; the message says where and why
   */
  public static JsonNode read(byte[] utf8) throws IOException {
    try {
      JsonNode value = MAPPER.readTree(utf8);
      if (value.isMissingNode()) {
        throw new IOException("no JSON: it is empty");
      }
      return value;
    } catch (JsonProcessingException e) {
      String where =
          e.getLocation() == null
              ? ""
              : " at line "
                  + e.getLocation().getLineNr()
                  + ", column "
                  + e.getLocation().getColumnNr();
      throw new IOException("no JSON" + where + ": " + e.getOriginalMessage(), e);
    }
  }

  /** Writes a value in UTF-8. */
  public static byte[] write(JsonNode value) {
    try {
      return MAPPER.writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("a tree of JSON that cannot be written", e);
    }
  }
}
