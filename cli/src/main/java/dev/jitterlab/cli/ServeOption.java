package dev.jitterlab.cli;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.terminal.Terminal;
import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The option {@code --serve}; a mixin of every command that measures. */
public final class ServeOption {
  private static final int MOST_PORT = 65_535;

  @Option(
      names = "--serve",
      paramLabel = "PORT",
      arity = "0..1",
      preprocessor = PortOrFile.class,
      description = {
        "Show the run in the browser while it goes on, on this machine only. The address is"
            + " printed first.",
        "Without PORT any free port is used. The lab ends when the page is closed, or with Ctrl-C."
      })
  private Integer port;

  /**
   * Takes the next word only if it is a number: it may be the command's file. What is behind {@code
   * --serve=} can only be a port.
   */
  static final class PortOrFile implements IParameterPreprocessor {
    private static final String ANY_FREE = "0";

    @Override
    public boolean preprocess(
        Stack<String> words, CommandSpec command, ArgSpec option, Map<String, Object> state) {
      boolean isAttached = !" ".equals(state.get("separator"));
      boolean isNumber = !words.isEmpty() && words.peek().matches("\\d{1,9}");
      if (isAttached && !isNumber) {
        throw new ParameterException(
            command.commandLine(),
            "`--serve`: expected a port from 0 to %d, found `%s`"
                .formatted(MOST_PORT, words.isEmpty() ? "" : words.peek()));
      }
      if (!isNumber) {
        words.push(ANY_FREE);
      }
      return false;
    }
  }

  boolean isAsked() {
    return port != null;
  }

  /** What shows the run, if the user asked for it; told where on {@code err}. */
  LiveView view(RunDirectory directory, Terminal err) {
    if (port == null) {
      return new LiveView();
    }
    if (port > MOST_PORT) {
      throw LabException.wrong(
          "--serve",
          "expected a port from 0 to %d, found %d".formatted(MOST_PORT, port),
          "Correct the option, or give it without a port.");
    }
    return LiveView.serving(directory, port, RunCommand.progress(err));
  }
}
