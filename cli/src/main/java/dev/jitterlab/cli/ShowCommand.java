package dev.jitterlab.cli;

import dev.jitterlab.lab.run.RunDirectory;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code jitterlab show DIR}: prints what {@code run} printed at its end. */
@Command(name = "show", description = "Print the result of a run again.")
public final class ShowCommand implements Runnable {
  @Parameters(paramLabel = "DIR", description = "The run directory.")
  private Path directory;

  @Mixin private Output output;

  @Mixin private Detail detail;

  @Override
  public void run() {
    RunDirectory run = new RunDirectory(directory);
    Outcome.print(Outcome.of(run), run, output, detail);
  }
}
