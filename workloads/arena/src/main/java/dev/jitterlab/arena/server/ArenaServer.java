package dev.jitterlab.arena.server;

import dev.jitterlab.observer.ReadyLine;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.program.Parts;
import dev.jitterlab.program.ProcessCommand;
import io.netty.util.ResourceLeakDetector;
import java.io.IOException;
import java.net.URI;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command that runs an arena until it gets SIGTERM or SIGINT. */
@Command(
    name = "arena-server",
    description =
        "One world in which everybody sees everybody, updated in parallel without locks, or with.")
public final class ArenaServer extends ProcessCommand {
  @Mixin private ArenaSettings settings;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(new ArenaServer(), arguments);
  }

  @Override
  protected void run() throws IOException, InterruptedException {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
    if (settings.webPort >= 0 && (settings.webRate < 1 || settings.webRate > 240)) {
      throw new IllegalArgumentException("--web-rate is 1 to 240, not " + settings.webRate);
    }
    ArenaProcess process = ArenaProcess.start(settings);
    ReadyLine ready =
        new ReadyLine()
            .endpoint("udp", process.udpAddress())
            .endpoint("metrics", process.metricsUri());
    process.webUri().ifPresent(uri -> ready.endpoint("web", uri));
    if (!process.webUrisForOthers().isEmpty()) {
      ready.endpoint(
          "web-for-others",
          process.webUrisForOthers().stream().map(URI::toString).collect(Collectors.joining(",")));
    }
    Parts.serveUntilTerminated(process, ready);
  }
}
