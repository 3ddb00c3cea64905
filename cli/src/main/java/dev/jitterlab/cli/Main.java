package dev.jitterlab.cli;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.terminal.Terminals;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** Where the {@code jitterlab} process starts. */
public final class Main {
  private Main() {}

  /** Runs the command in {@code arguments} and exits with its status, see {@link ExitCode}. */
  public static void main(String[] arguments) {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    int status = JitterlabCommand.execute(arguments, Terminals.ofThisProcess(), out, err);
    out.flush();
    err.flush();
    System.exit(status);
  }
}
