package dev.jitterlab.cli;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.terminal.Terminal;
import java.io.PrintWriter;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/**
 * Where a command prints its result, and the option {@code --format} that says how; a mixin of
 * every command that has a result.
 */
public final class Output {
  private enum Format {
    /** For people. */
    TEXT,
    /** For programs; a public interface. */
    JSON;

    /** The word on the command line. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      converter = FormatConverter.class,
      completionCandidates = FormatConverter.class,
      description = "Print the result as ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private Format format;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /** Knows the words, for parsing and for the help. */
  static final class FormatConverter implements ITypeConverter<Format>, Iterable<String> {
    private static final List<String> WORDS =
        Stream.of(Format.values()).map(Format::toString).toList();

    @Override
    public Format convert(String word) {
      return Stream.of(Format.values())
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

  /** Prints a result: as {@code text} does, or as JSON. */
  void print(Consumer<PrintWriter> text, Object result) {
    PrintWriter out = command.commandLine().getOut();
    switch (format) {
      case TEXT -> text.accept(out);
      case JSON -> out.print(Json.write(result));
    }
    out.flush();
  }

  /** Prints a text behind a result; nothing behind JSON, which must stay whole. */
  void add(String text) {
    if (format == Format.TEXT) {
      PrintWriter out = command.commandLine().getOut();
      out.print(text);
      out.flush();
    }
  }

  /** Prints a text behind a result; where that is JSON, beside it. */
  void note(String text) {
    add(text);
    if (format == Format.JSON) {
      remark(text.strip());
    }
  }

  /** Prints a remark on the result. */
  void remark(String line) {
    command.commandLine().getErr().println(line);
  }

  /** What the place can show that results are printed to. */
  Terminal terminal() {
    return root().out();
  }

  /** The same of progress. */
  Terminal err() {
    return root().err();
  }

  private JitterlabCommand root() {
    return (JitterlabCommand) command.root().userObject();
  }
}
