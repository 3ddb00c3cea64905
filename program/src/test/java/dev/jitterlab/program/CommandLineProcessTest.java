package dev.jitterlab.program;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.observer.UnavailableException;
import dev.jitterlab.settings.Setting;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

class CommandLineProcessTest {
  private final StringWriter said = new StringWriter();

  /** What an option may choose. */
  enum Choice {
    FIRST
  }

  @Command(name = "some-server")
  private static final class Failing implements Callable<Integer> {
    @Option(names = "--choice")
    private Choice choice;

    private final Exception failure;

    Failing(Exception failure) {
      this.failure = failure;
    }

    @Override
    public Integer call() throws Exception {
      if (failure != null) {
        throw failure;
      }
      return choice == Choice.FIRST ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }
  }

  private int status(Exception failure, String... arguments) {
    return CommandLineProcess.commandLine(new Failing(failure))
        .setErr(new PrintWriter(said, true))
        .execute(arguments);
  }

  static Stream<Arguments> failures() {
    return Stream.of(
        Arguments.of(2, new IllegalArgumentException("--choice means nothing")),
        Arguments.of(69, new UnavailableException("there is no database")),
        Arguments.of(3, new IOException("port 1 is in use")),
        Arguments.of(3, new IllegalStateException("a thread does not end")),
        Arguments.of(1, new UnsupportedOperationException("a defect")));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void theExitStatusAndALineSayWhyItEnded(int status, Exception failure) {
    assertEquals(status, status(failure));
    assertTrue(said.toString().contains(failure.getMessage()), said.toString());
    if (status == 3 || status == 69) {
      String last = "some-server: " + failure.getMessage() + System.lineSeparator();
      assertTrue(said.toString().endsWith(last), said.toString());
    }
    boolean isDefect = !(failure instanceof IOException) && status != 2;
    assertEquals(isDefect, said.toString().contains("\tat "), said.toString());
  }

  /** The JDK says nothing of a {@code --host} that it does not know. */
  @Test
  void aFailureWithoutWordsIsNamedAllTheSame() {
    assertEquals(2, status(new UnresolvedAddressException()));
    assertTrue(said.toString().startsWith("a host name does not resolve"), said.toString());
    said.getBuffer().setLength(0);
    assertEquals(3, status(new EOFException()));
    assertTrue(said.toString().contains("java.io.EOFException"), said.toString());
  }

  @Test
  void takesTheWordsOfChoicesInSmallLettersToo() {
    assertEquals(0, status(null, "--choice=first"), said.toString());
    assertEquals(2, status(null, "--choice=second"), said.toString());
  }

  @Command(name = "sized-server")
  private static final class Sized extends ProcessCommand {
    @Setting(min = 1, max = 4)
    @Option(names = "--size", description = "How large.")
    private int size = 2;

    private int ran;

    @Override
    protected void run() {
      ran = size;
    }
  }

  /** A program says its name and what it does; the rest it has from what all of them have. */
  @Test
  void aProgramHasHelpWithDefaultsAVersionAndBounds() {
    Sized command = new Sized();
    StringWriter out = new StringWriter();
    CommandLine line =
        CommandLineProcess.commandLine(command)
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(said, true));
    assertEquals(0, line.execute("--help"));
    assertTrue(out.toString().contains("How large."), out.toString());
    assertTrue(out.toString().contains("Default: 2"), out.toString());
    assertEquals(0, line.execute("--version"));
    assertEquals(2, line.execute("--size=5"));
    assertTrue(said.toString().contains("--size is 1 to 4, not 5"), said.toString());
    assertEquals(0, command.ran, "it has not run");
    assertEquals(0, line.execute("--size=3"));
    assertEquals(3, command.ran);
  }

  /** What goes wrong while the process ends is said before the JVM is allowed to end. */
  @Test
  void saysWhatGoesWrongWhileItEnds() {
    PrintStream before = System.err;
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    System.setErr(new PrintStream(told, true, UTF_8));
    try {
      assertThrows(
          IOException.class,
          () ->
              CommandLineProcess.untilTerminated(
                  end -> {
                    end.countDown();
                    throw new IOException("3 sections were lost");
                  }));
    } finally {
      System.setErr(before);
    }
    assertEquals("3 sections were lost" + System.lineSeparator(), told.toString(UTF_8));
  }

  @Test
  void worksUntilItsWorkHasEnded() throws Exception {
    AtomicReference<CountDownLatch> end = new AtomicReference<>();
    CommandLineProcess.untilTerminated(end::set);
    assertEquals(1, end.get().getCount(), "nobody has told it to end");
  }
}
