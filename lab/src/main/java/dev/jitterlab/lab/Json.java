package dev.jitterlab.lab;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The one JSON form of every file in a run directory: snake_case keys, two-space indent, keys in
 * declaration order, absent values left out, a newline at the end. Thread-safe.
 */
public final class Json {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(DeserializationFeature.USE_LONG_FOR_INTS) // of maps: the same when read back
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .build();

  private Json() {}

  /** Renders a record, map or list. */
  public static String write(Object value) {
    return Unchecked.io(() -> MAPPER.writeValueAsString(value) + "\n");
  }

  /** Renders a value on one line, without spaces: for data inside other files. */
  public static String writeCompact(Object value) {
    return Unchecked.io(
        () ->
            MAPPER.writer().without(SerializationFeature.INDENT_OUTPUT).writeValueAsString(value));
  }

  /**
   * Writes a file whole or not at all: a reader never sees half of it. The text is never whole in
   * memory, so the value may be as large as the causes of hundreds of thousands of late ticks.
   */
  public static void write(Path file, Object value) {
    Unchecked.io(() -> WholeFile.write(file, out -> writeTo(out, value)));
  }

  /** Writes the same text to a stream, which stays open. */
  static void writeTo(OutputStream out, Object value) throws IOException {
    MAPPER.writer().without(JsonGenerator.Feature.AUTO_CLOSE_TARGET).writeValue(out, value);
    out.write('\n');
  }

  /** The same; when it returns, the file outlives a power failure. */
  public static void writeDurably(Path file, Object value) {
    Unchecked.io(() -> WholeFile.writeDurably(file, write(value)));
  }

  /** Reads a text, as {@link #read(Path, Class)} reads a file. */
  public static <T> T parse(String text, Class<T> type) throws IOException {
    return MAPPER.readValue(text, type);
  }

  /** The same; fractions in maps stay as they are written, such as 1.10. */
  public static <T> T readExactly(Path file, Class<T> type) {
    return Unchecked.io(
        () ->
            MAPPER
                .readerFor(type)
                .with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .readValue(file.toFile()));
  }

  /** Reads a file; unknown keys are passed over, because newer versions may add some. */
  public static <T> T read(Path file, Class<T> type) {
    return Unchecked.io(() -> MAPPER.readValue(file.toFile(), type));
  }

  /** The same; empty for a file that is missing, or that a full disk or a kill has cut. */
  public static <T> Optional<T> readIfWhole(Path file, Class<T> type) {
    try {
      return Optional.ofNullable(MAPPER.readValue(file.toFile(), type));
    } catch (IOException _) {
      return Optional.empty();
    }
  }
}
