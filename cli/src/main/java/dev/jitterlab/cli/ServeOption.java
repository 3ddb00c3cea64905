package dev.jitterlab.cli;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.terminal.Terminal;
import java.util.Stack;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The option {@code --serve}; a mixin of every command that measures. */
public final class ServeOption {
  private static final int MOST_PORT = 65_535;

  @Option(
      names = "--serve",
      paramLabel = "PORT",
      arity = "0..1",
      parameterConsumer = PortConsumer.class,
      description = {
        "Show the run in the browser while it goes on, on this machine only. The address is"
            + " printed first.",
        "Without PORT any free port is used. The lab ends when the page is closed, or with Ctrl-C."
      })
  private Integer port;

  /** Takes the next word only if it is a number: it may be the command's file. */
  static final class PortConsumer implements IParameterConsumer {
    @Override
    public void consumeParameters(Stack<String> words, ArgSpec option, CommandSpec command) {
      boolean given = !words.isEmpty() && words.peek().matches("\\d{1,9}");
      option.setValue(given ? Integer.valueOf(words.pop()) : Integer.valueOf(0));
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
