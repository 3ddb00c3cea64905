package dev.jitterlab.http;

import dev.jitterlab.arrivals.TimeSpan;
import dev.jitterlab.load.LoadCommand;
import dev.jitterlab.load.Turns;
import dev.jitterlab.observer.ReadyLine;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.program.Parts;
import dev.jitterlab.settings.Setting;
import dev.jitterlab.settings.Settings;
import io.netty.util.ResourceLeakDetector;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command that sends HTTP requests to servers until it gets SIGTERM or SIGINT. */
@Command(
    name = "http-load",
    description =
        "HTTP requests to servers, the same load to each. Response times count from when a"
            + " request was due; docs/load.md has the models.")
public final class HttpLoad extends LoadCommand {
  @Mixin private LoadShape shape;

  @Setting(min = 1, max = 64)
  @Option(
      names = "--threads",
      description =
          "Threads that send and take answers, each for its part of the servers. Default: as many"
              + " as processors.")
  private Integer threads;

  @Option(
      names = "--turns",
      description =
          "Loads no server at first, and then those that a line on standard input names: 'turn ID"
              + " ID'. Answers 'JITTERLAB TURN ID ID' when that holds.")
  private boolean inTurns;

  @Option(
      names = "--rehearsal",
      description =
          "How long the generator may rehearse before it is ready; it ends when the JIT compilers"
              + " rest. Default: 10s.")
  private TimeSpan rehearsal = TimeSpan.parse("10s");

  @Option(names = "--slow-requests", description = "File for slow requests, one line each.")
  private Path slowRequests;

  private Turns turns;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(commandLine(), arguments);
  }

  /** Returns the command, ready to parse arguments. */
  static CommandLine commandLine() {
    return commandLine(new HttpLoad());
  }

  @Override
  protected void run() throws IOException, InterruptedException {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED); // its samples cost time
    check();
    long unused = HttpRehearsal.atMost(rehearsal.ns()).run(shape.isClosed());
    HttpGenerator generator = start();
    if (turns != null) {
      turns.listen(System.in, System.out);
    }
    Parts.serveUntilTerminated(
        generator, new ReadyLine().endpoint("metrics", generator.metricsUri()));
  }

  /** Begins to send as the options say. */
  HttpGenerator start() throws IOException {
    return start(
        FirstAnswers.LEAST_NS,
        why -> CommandLineProcess.giveUp(spec().qualifiedName() + ": " + why));
  }

  /**
   * The same.
   *
   * @param leastNs for how long a server must refuse everything
   * @param hopeless is told so
   */
  HttpGenerator start(long leastNs, Consumer<String> hopeless) throws IOException {
    check();
    turns = inTurns ? new Turns(targets(), HttpGenerator.CLOCK) : null;
    return HttpGenerator.start(
        shape,
        targets(),
        turns,
        threads(),
        metricsPort(),
        tickLog(),
        slowRequests,
        target ->
            new FirstAnswers(
                HttpGenerator.CLOCK, leastNs, why -> hopeless.accept(target.id() + ": " + why)));
  }

  /** Returns who is loaded; null where all are. After {@link #start}. */
  Turns turns() {
    return turns;
  }

  private void check() {
    Settings.check(spec());
    shape.check();
    if (inTurns && shape.search().isAsked()) {
      throw new IllegalArgumentException(
          "--turns with --search-rate: a server that rests cannot be judged; leave one out");
    }
    var unusedServers = targets();
    var unusedScenario = shape.scenario();
    var unusedEncryption = shape.encryption();
  }

  private int threads() {
    return threads == null ? Runtime.getRuntime().availableProcessors() : threads;
  }
}
