package dev.jitterlab.battle.cluster.watch;

import dev.jitterlab.battle.cluster.ServiceAddress;
import dev.jitterlab.battle.cluster.ServiceOptions;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.program.ProcessCommand;
import java.net.URI;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command that serves the page until it gets SIGTERM or SIGINT. */
@Command(name = "watch", description = "A page that shows a cluster and its battles, live.")
public final class Watch extends ProcessCommand {
  @Mixin private ServiceOptions service = new ServiceOptions();

  @Option(names = "--allocator", required = true, description = "Address of the allocator's API.")
  private URI allocator;

  @Option(
      names = "--metrics-of",
      required = true,
      description = "Address of the matchmaker's metrics, and of the results store's; repeated.")
  private URI[] metricsOf;

  @Option(
      names = "--events",
      paramLabel = "FILE",
      description = "File in which the starter of the cluster says what happened to processes.")
  private Path events;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(new Watch(), arguments);
  }

  @Override
  protected void run() throws Exception {
    ServiceAddress.check("--allocator", allocator);
    for (URI one : metricsOf) {
      ServiceAddress.check("--metrics-of", one);
    }
    WatchService.start(service, allocator, metricsOf, events, System::nanoTime).serve();
  }
}
