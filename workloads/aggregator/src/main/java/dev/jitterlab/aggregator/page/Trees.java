package dev.jitterlab.aggregator.page;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * JSON as trees of maps, lists, strings and numbers, and back. A number {@code pence} gets a text
 * {@code price} beside it. Depth and lengths are bounded. Thread-safe.
 */
final class Trees {
  private static final int DEEPEST = 20;
  private static final int LONGEST_STRING = 1 << 20;
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(DEEPEST)
                  .maxStringLength(LONGEST_STRING)
                  .build())
          .build();

  private Trees() {}

  static Object read(byte[] json) throws IOException {
    try (JsonParser parser = JSON.createParser(json)) {
      parser.nextToken();
      Object tree = value(parser);
      if (parser.nextToken() != null) {
        throw new IOException("more than one value");
      }
      return tree;
    }
  }

  private static Object value(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.START_OBJECT) {
      Map<String, Object> map = new LinkedHashMap<>();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        Object value = value(parser);
        map.put(name, value);
        if (name.equals("pence") && value instanceof Number) {
          map.put("price", price(((Number) value).longValue()));
        }
      }
      return map;
    }
    if (token == JsonToken.START_ARRAY) {
      List<Object> list = new ArrayList<>();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        list.add(value(parser));
      }
      return list;
    }
    if (token == JsonToken.VALUE_NUMBER_INT || token == JsonToken.VALUE_NUMBER_FLOAT) {
      return parser.getNumberValue();
    }
    if (token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE) {
      return parser.getBooleanValue();
    }
    if (token == null) {
      throw new IOException("no value");
    }
    return token == JsonToken.VALUE_NULL ? "" : parser.getText();
  }

  static String price(long pence) {
    return String.format(Locale.ROOT, "£%d.%02d", pence / 100, pence % 100);
  }

  static String write(Object tree) {
    StringWriter text = new StringWriter(2_048);
    try (JsonGenerator json = JSON.createGenerator(text)) {
      write(tree, json);
    } catch (IOException e) {
      throw new IllegalStateException("a tree cannot be written", e); // a string cannot fail
    }
    return text.toString();
  }

  private static void write(Object tree, JsonGenerator json) throws IOException {
    if (tree instanceof Map) {
      json.writeStartObject();
      for (Map.Entry<?, ?> entry : ((Map<?, ?>) tree).entrySet()) {
        json.writeFieldName(entry.getKey().toString());
        write(entry.getValue(), json);
      }
      json.writeEndObject();
    } else if (tree instanceof List) {
      json.writeStartArray();
      for (Object one : (List<?>) tree) {
        write(one, json);
      }
      json.writeEndArray();
    } else if (tree instanceof Integer) {
      json.writeNumber((Integer) tree);
    } else if (tree instanceof Long) {
      json.writeNumber((Long) tree);
    } else if (tree instanceof Number) {
      json.writeNumber(((Number) tree).doubleValue());
    } else if (tree instanceof Boolean) {
      json.writeBoolean((Boolean) tree);
    } else {
      json.writeString(tree.toString());
    }
  }
}
