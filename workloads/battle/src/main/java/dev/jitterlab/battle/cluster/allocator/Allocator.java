package dev.jitterlab.battle.cluster.allocator;

import dev.jitterlab.battle.cluster.ServiceOptions;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.program.ProcessCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command that runs the allocator. */
@Command(
    name = "allocator",
    description = "Knows the battle servers of a cluster and gives each battle to one of them.")
public final class Allocator extends ProcessCommand {
  @Mixin private ServiceOptions options;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(new Allocator(), arguments);
  }

  @Override
  protected void run() throws Exception {
    AllocatorService.start(options, System::nanoTime).serve();
  }
}
