package dev.jitterlab.cli;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.jdk.JdkFinder;
import dev.jitterlab.lab.workload.Workloads;
import dev.jitterlab.play.ServerPlay;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A server with bots and one page for people: where the page is, and for how long. */
final class PagePlayOptions {
  private static final int MOST_SECONDS = 86_400;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "0",
      description = "Port of the page (default: any free one).")
  private int port;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "How long to run (default: until Ctrl-C).")
  private Integer seconds;

  /**
   * Runs a workload's server until its time is over.
   *
   * @param server its main class
   * @param invitation what to do at the page: {@code "play"}
   * @param heapMib the most that the server's heap may grow to, in MiB
   */
  int run(
      String workload,
      String server,
      String invitation,
      int bots,
      int mostBots,
      int heapMib,
      List<String> arguments)
      throws InterruptedException {
    NumberBounds.require("--bots", bots, 0, mostBots);
    NumberBounds.require("--port", port, 0, 65_535);
    OptionalInt wholeSeconds = NumberBounds.optional("--seconds", seconds, 1, MOST_SECONDS);
    List<String> all = new ArrayList<>(arguments);
    all.add("--web-port=" + port);
    ServerPlay play =
        new ServerPlay(
            workload,
            server,
            Workloads.ofThisProcess().builtJar(workload),
            JdkFinder.ofThisMachine().running().java(),
            heapMib,
            all,
            Time.system());
    PrintWriter err = spec.commandLine().getErr();
    play.run(
        wholeSeconds,
        (page, others) -> {
          err.println(invitation + " at " + page + " with " + bots + " bots; Ctrl-C ends it");
          if (!others.isEmpty()) {
            err.println(
                "others in your network " + invitation + " at " + String.join(" or ", others));
          }
          err.flush();
        });
    return ExitCode.OK.status();
  }
}
