package dev.jitterlab.arena.tool;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jitterlab.arena.bot.ArenaBots;
import dev.jitterlab.arena.server.ArenaServer;
import dev.jitterlab.arena.trace.Trace;
import dev.jitterlab.arena.trace.TraceFile;
import dev.jitterlab.arena.wire.WireFormat;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.settings.JarVersion;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command for traces: what players' clients have sent, with the time of each message. */
@Command(
    name = "trace",
    description =
        "Record what players do in an arena, describe it, play it again, convert other traces.",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    usageHelpAutoWidth = true)
public final class TraceTool implements Runnable {
  private static final int UDP_AND_IP_HEADER_BYTES = 28;
  private static final String SHIPPED = "shipped";

  /** Places beside the bots. */
  private static final int PEOPLE = 1_000;

  @Spec private CommandSpec spec;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    System.exit(
        execute(
            arguments,
            new PrintWriter(System.out, true, UTF_8),
            new PrintWriter(System.err, true, UTF_8)));
  }

  static int execute(String[] arguments, PrintWriter out, PrintWriter err) {
    return CommandLineProcess.commandLine(new TraceTool())
        .setOut(out)
        .setErr(err)
        .execute(arguments);
  }

  /** Without a subcommand. */
  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "expected one of: record, info, replay, convert, script");
  }

  @Command(
      name = "record",
      description =
          "Run an arena with a page to play on, and record every message of its players until"
              + " Ctrl-C.",
      mixinStandardHelpOptions = true)
  int recordSession(
      @Parameters(paramLabel = "FILE", description = "The trace; compressed if it ends in .gz.")
          Path file,
      @Option(
              names = "--web-port",
              defaultValue = "0",
              description = "Port of the page, 0 for any.")
          int webPort,
      @Option(
              names = "--bots",
              defaultValue = "0",
              description = "Scripted players beside you; they are not recorded.")
          int bots) {
    return CommandLineProcess.commandLine(new ArenaServer())
        .execute(
            "--record=" + file,
            "--web-port=" + webPort,
            "--inside=scripted",
            "--inside-players=" + bots,
            "--max-players=" + (bots + PEOPLE));
  }

  @Command(description = "Say what a trace holds.", mixinStandardHelpOptions = true)
  int info(
      @Parameters(
              paramLabel = "FILE",
              defaultValue = SHIPPED,
              description = "A trace; 'shipped' is the one that comes along.")
          String file)
      throws IOException {
    Trace trace = file.equals(SHIPPED) ? TraceFile.shipped() : TraceFile.read(Path.of(file));
    PrintWriter out = spec.commandLine().getOut();
    double seconds = trace.durationUs() / 1e6;
    out.printf(Locale.ROOT, "source    %s%n", trace.source());
    out.printf(Locale.ROOT, "players   %d%n", trace.players());
    out.printf(Locale.ROOT, "duration  %.1f s%n", seconds);
    for (int i = 0; i < trace.players(); i++) {
      double rate = trace.messages(i) / seconds;
      out.printf(
          Locale.ROOT,
          "player %-2d %d messages, %.1f a second, %.2f kbit/s on the wire with IP and UDP"
              + " headers%n",
          i,
          trace.messages(i),
          rate,
          rate * (WireFormat.INPUT_BYTES + UDP_AND_IP_HEADER_BYTES) * 8 / 1_000);
    }
    return CommandLine.ExitCode.OK;
  }

  @Command(
      description = "Let any number of clients replay a trace on a server over UDP, until Ctrl-C.",
      mixinStandardHelpOptions = true)
  int replay(
      @Parameters(
              paramLabel = "FILE",
              defaultValue = SHIPPED,
              description = "A trace, or 'shipped'.")
          String file,
      @Option(
              names = "--server",
              required = true,
              paramLabel = "HOST:PORT",
              description = "Where to play.")
          String server,
      @Option(names = "--players", defaultValue = "5", description = "Clients.") int players,
      @Option(
              names = "--rate",
              defaultValue = "10",
              description = "Packets per second of each, up to 150.")
          int rate,
      @Option(
              names = "--offset-ms",
              defaultValue = "1700",
              description =
                  "Milliseconds between the places of the record where two clients begin that"
                      + " replay the same player.")
          int offsetMs,
      @Option(names = "--threads", defaultValue = "1", description = "Threads that send.")
          int threads,
      @Option(
              names = "--sockets",
              defaultValue = "2",
              description = "Sockets that the clients share, each with a thread that receives.")
          int sockets) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--target=arena=" + server,
                "--players=" + players,
                "--rate=" + rate,
                "--offset-ms=" + offsetMs,
                "--threads=" + threads,
                "--sockets=" + sockets));
    if (!file.equals(SHIPPED)) {
      arguments.add("--trace=" + file);
    }
    return CommandLineProcess.commandLine(new ArenaBots())
        .setErr(spec.commandLine().getErr())
        .execute(arguments.toArray(String[]::new));
  }

  @Command(
      description =
          "Make a trace of recorded positions: lines time,id,x,y with the time in seconds.",
      mixinStandardHelpOptions = true)
  int convert(
      @Parameters(index = "0", paramLabel = "CSV", description = "The positions.") Path csv,
      @Parameters(index = "1", paramLabel = "FILE", description = "The trace.") Path trace)
      throws IOException {
    int players = PositionTrace.convert(csv, trace);
    spec.commandLine().getOut().printf(Locale.ROOT, "%s has %d players%n", trace, players);
    return CommandLine.ExitCode.OK;
  }

  @Command(
      description = "Let scripted players play in a world of their own, and write their trace.",
      mixinStandardHelpOptions = true)
  int script(
      @Parameters(paramLabel = "FILE", description = "The trace.") Path file,
      @Option(names = "--players", defaultValue = "5", description = "How many.") int players,
      @Option(names = "--seconds", defaultValue = "240", description = "For how long.") int seconds,
      @Option(names = "--seed", defaultValue = "1", description = "The same seed, the same trace.")
          long seed)
      throws IOException {
    if (players < 1 || players > 1_000 || seconds < 1 || seconds > 86_400) {
      throw new ParameterException(
          spec.commandLine(), "--players is 1 to 1000 and --seconds 1 to 86400");
    }
    ScriptedSession.write(file, players, seconds, seed);
    return CommandLine.ExitCode.OK;
  }
}
