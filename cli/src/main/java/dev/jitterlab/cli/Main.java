package dev.jitterlab.cli;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.RefusedFile;
import dev.jitterlab.lab.terminal.Terminals;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Where the {@code jitterlab} process starts. */
public final class Main {
  private Main() {}

  /** Runs the command in {@code arguments} and exits with its status, see {@link ExitCode}. */
  public static void main(String[] arguments) {
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    System.exit(
        run(arguments, Terminals.ofThisProcess(), new FileOutputStream(FileDescriptor.out), err));
  }

  /**
   * Runs one command line; a result that cannot be written is an error.
   *
   * @param results where the result goes
   * @return the process's exit status
   */
  static int run(String[] arguments, Terminals terminals, OutputStream results, PrintWriter err) {
    ResultStream watched = new ResultStream(results);
    PrintWriter out = new PrintWriter(watched, true, StandardCharsets.UTF_8);
    int status = JitterlabCommand.execute(arguments, terminals, out, err);
    out.flush();
    Optional<ExitCode> unwritten =
        watched.failure().map(failure -> new ErrorPrinter(err, terminals.err()).print(of(failure)));
    err.flush();
    return status == ExitCode.OK.status() ? unwritten.orElse(ExitCode.OK).status() : status;
  }

  private static LabException of(IOException failure) {
    return LabException.failed(
        "standard output",
        "the result could not be written: " + RefusedFile.inWords(failure),
        "Make room on the disk, or send the result to another file. What a run measured is kept:"
            + " `./jitterlab show DIR` prints its result again.");
  }
}
