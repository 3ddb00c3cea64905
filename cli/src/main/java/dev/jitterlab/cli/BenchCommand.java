package dev.jitterlab.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The benchmarks of Jitterlab's own libraries; its subcommands run them. */
@Command(
    name = "bench",
    description =
        "Measure schedulers, idioms, JIT compilers, locks, sockets and the HTTP load on this"
            + " machine, each with a control.",
    subcommands = {
      BenchTickCommand.class,
      BenchArenaCommand.class,
      BenchIdiomsCommand.class,
      BenchJitCommand.class,
      BenchLocksCommand.class,
      BenchSocketsCommand.class,
      BenchConnectionsCommand.class,
      BenchHttpCommand.class
    })
public final class BenchCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** Without a subcommand. */
  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "expected a benchmark");
  }
}
