package dev.jitterlab.program;

import dev.jitterlab.observer.UnavailableException;
import java.io.IOException;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * A process that is one command. How it ends when it cannot do what it is asked to stands here
 * alone: docs/ARCHITECTURE.md, "Ending".
 */
public final class CommandLineProcess {
  /** The exit status of a program that cannot run; the last line that it prints says why. */
  public static final int EXIT_CANNOT_RUN = 3;

  private static final long CLOSING_SECONDS = 4;

  private CommandLineProcess() {}

  /** What a process does until it is told to end. */
  public interface Work {
    /**
     * Does it, and closes everything.
     *
     * @param end open until the process is told to end
     */
    void run(CountDownLatch end) throws IOException, InterruptedException;
  }

  /**
   * Runs the command and exits with its status. An {@link Error}, such as a class that the JDK's
   * runtime lacks, ends the process too: threads that were started before it must not keep a
   * process alive that will never be ready.
   */
  public static void run(Object command, String[] arguments) {
    run(commandLine(command), arguments);
  }

  /** The same of a command that has been made ready. */
  public static void run(CommandLine command, String[] arguments) {
    int status;
    try {
      status = command.execute(arguments);
    } catch (Error e) {
      e.printStackTrace();
      status = CommandLine.ExitCode.SOFTWARE;
    }
    System.exit(status);
  }

  /**
   * Makes a command ready. Its exit status is 2 after an {@link IllegalArgumentException}: an
   * option means nothing. It is {@link UnavailableException#EXIT_STATUS} after that exception, and
   * {@link #EXIT_CANNOT_RUN} after any other {@link IOException} and an {@link
   * IllegalStateException}, of which it also prints the stack.
   */
  public static CommandLine commandLine(Object command) {
    return new CommandLine(command)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(CommandLineProcess::status);
  }

  private static int status(Exception failure, CommandLine command, ParseResult parsed)
      throws Exception {
    if (failure instanceof IllegalArgumentException) {
      return command
          .getParameterExceptionHandler()
          .handleParseException(
              new ParameterException(command, said(failure), failure),
              parsed.originalArgs().toArray(new String[0]));
    }
    if (failure instanceof IllegalStateException) {
      failure.printStackTrace(command.getErr());
    } else if (!(failure instanceof IOException)) {
      throw failure;
    }
    command.getErr().println(command.getCommandSpec().qualifiedName() + ": " + said(failure));
    command.getErr().flush();
    return failure instanceof UnavailableException
        ? UnavailableException.EXIT_STATUS
        : EXIT_CANNOT_RUN;
  }

  /** What went wrong, in words; some exceptions of the JDK have none. */
  private static String said(Exception failure) {
    if (failure.getMessage() != null) {
      return failure.getMessage();
    }
    return failure instanceof UnresolvedAddressException
        ? "a host name does not resolve: correct the address in the options"
        : failure.getClass().getName();
  }

  /**
   * Does the work on this thread. When the JVM is told to end (SIGTERM, SIGINT) it waits for a few
   * seconds until the work has closed everything.
   */
  public static void untilTerminated(Work work) throws IOException, InterruptedException {
    CountDownLatch end = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> endAndAwait(end, closed), "end-of-process"));
    try {
      work.run(end);
    } catch (IOException | RuntimeException e) {
      if (end.getCount() == 0) {
        System.err.println(said(e)); // the JVM may end before anybody else says it
      }
      throw e;
    } finally {
      closed.countDown();
    }
  }

  /**
   * Ends the process with {@link #EXIT_CANNOT_RUN}, as {@link #untilTerminated} lets it close what
   * is open. Returns at once: the thread that calls this may be one of those that are closed.
   *
   * @param why the line that it prints
   */
  public static void giveUp(String why) {
    System.err.println(why);
    new Thread(() -> System.exit(EXIT_CANNOT_RUN), "gives-up").start();
  }

  /**
   * Ends the process at once with {@link #EXIT_CANNOT_RUN}, for what goes wrong after it was told
   * to end: the JVM itself would end with the status of the signal, which says that all went well.
   * To be called when everything is closed.
   *
   * @param why the line that it prints
   */
  public static void endAsFailed(String why) {
    System.out.flush();
    System.err.println(why);
    System.err.flush();
    Runtime.getRuntime().halt(EXIT_CANNOT_RUN);
  }

  private static void endAndAwait(CountDownLatch end, CountDownLatch closed) {
    end.countDown();
    try {
      boolean unused = closed.await(CLOSING_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
