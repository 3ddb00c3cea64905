package dev.jitterlab.cli;

import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The option {@code --format}; a mixin of every command that prints a result. */
public final class FormatOption {
  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      converter = FormatConverter.class,
      completionCandidates = FormatConverter.class,
      description = "Print the result as ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private OutputFormat format;

  /** Knows the words, for parsing and for the help. */
  static final class FormatConverter implements ITypeConverter<OutputFormat>, Iterable<String> {
    private static final List<String> WORDS =
        Stream.of(OutputFormat.values()).map(OutputFormat::toString).toList();

    @Override
    public OutputFormat convert(String word) {
      return Stream.of(OutputFormat.values())
          .filter(format -> format.toString().equals(word))
          .findFirst()
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "expected one of: " + String.join(", ", WORDS) + "; found `" + word + "`"));
    }

    @Override
    public Iterator<String> iterator() {
      return WORDS.iterator();
    }
  }

  /** What was chosen. */
  public OutputFormat format() {
    return format;
  }
}
