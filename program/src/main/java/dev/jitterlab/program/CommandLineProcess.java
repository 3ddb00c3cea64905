package dev.jitterlab.program;

import picocli.CommandLine;

/** A process that is one command. */
public final class CommandLineProcess {
  private CommandLineProcess() {}

  /**
   * Runs the command and exits with its status. An {@link Error}, such as a class that the JDK's
   * runtime lacks, ends the process too: threads that were started before it must not keep a
   * process alive that will never be ready.
   */
  public static void run(Object command, String[] arguments) {
    int status;
    try {
      status = new CommandLine(command).execute(arguments);
    } catch (Error e) {
      e.printStackTrace();
      status = CommandLine.ExitCode.SOFTWARE;
    }
    System.exit(status);
  }
}
