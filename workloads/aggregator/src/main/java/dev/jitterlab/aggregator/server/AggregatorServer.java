package dev.jitterlab.aggregator.server;

import dev.jitterlab.observer.ReadyLine;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.program.Parts;
import dev.jitterlab.program.ProcessCommand;
import io.netty.util.ResourceLeakDetector;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command that runs an aggregator until it gets SIGTERM or SIGINT. */
@Command(
    name = "aggregator-server",
    description = "Puts pages of many web sites together from what upstream services answer.")
public final class AggregatorServer extends ProcessCommand {
  @Mixin private AggregatorSettings settings;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(new AggregatorServer(), arguments);
  }

  @Override
  protected void run() throws IOException, InterruptedException {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
    settings.takeOver(spec().commandLine().getParseResult()::hasMatchedOption);
    AggregatorProcess process = AggregatorProcess.start(settings);
    System.out.println(new UsedFlags());
    Parts.serveUntilTerminated(
        process,
        new ReadyLine()
            .endpoint("http", process.address())
            .endpoint("metrics", process.metricsUri()));
  }
}
