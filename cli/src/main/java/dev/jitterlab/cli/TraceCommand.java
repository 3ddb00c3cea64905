package dev.jitterlab.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * {@code jitterlab trace}: what players of the arena have done; the arena's own program does the
 * work.
 */
@Command(
    name = "trace",
    description = {
      "Record what players do in the arena, describe it, replay it, or convert other traces:",
      "record FILE, info [FILE], replay [FILE] --server HOST:PORT, convert CSV FILE, script FILE.",
      "`trace info --help` and so on say more."
    })
public final class TraceCommand implements Callable<Integer> {
  @Parameters(
      arity = "1..*",
      paramLabel = "COMMAND",
      description = "record, info, replay, convert or script, with its arguments.")
  private List<String> arguments;

  @Override
  public Integer call() throws InterruptedException {
    return WorkloadProgram.run("arena", "dev.jitterlab.arena.tool.TraceTool", arguments);
  }
}
