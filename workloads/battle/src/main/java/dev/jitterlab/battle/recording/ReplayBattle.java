package dev.jitterlab.battle.recording;

import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.Logic;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.settings.JarVersion;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command that plays recordings again, by both forms of the logic, and says which states they
 * reach. The exit status is 0 when all are the recorded ones, 1 when not, 3 without a recording.
 */
@Command(
    name = "replay-battle",
    description = "Plays recorded battles again and compares the states that they reach.",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class)
public final class ReplayBattle implements Callable<Integer> {
  private static final int ANOTHER_STATE = 1;
  private static final int NO_RECORDING = 3;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", arity = "1..*", description = "The recordings.")
  private List<Path> files;

  @Option(
      names = "--every",
      paramLabel = "TICKS",
      description = "Print the state of every so many ticks, too.")
  private int every;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(new ReplayBattle(), arguments);
  }

  @Override
  public Integer call() {
    if (every < 0) {
      throw new ParameterException(
          spec.commandLine(), "--every is a number of ticks, 0 for none, not " + every);
    }
    boolean faithful = true;
    for (Path file : files) {
      try {
        faithful &= isFaithful(file);
      } catch (IOException e) {
        spec.commandLine().getErr().println("replay-battle: cannot play " + file + " (" + e + ")");
        return NO_RECORDING;
      }
    }
    return faithful ? CommandLine.ExitCode.OK : ANOTHER_STATE;
  }

  private boolean isFaithful(Path file) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    boolean faithful = true;
    for (Logic logic : Logic.values()) {
      BattleReplay replay = replay(file, logic);
      faithful &= replay.isFaithful();
      out.printf(
          "%s %s: %d ticks, state %016x, %s%n",
          replay.battle().mode().label(),
          logic.label(),
          replay.battle().tick(),
          replay.battle().stateHash(),
          replay.isFaithful() ? "as recorded" : "not as recorded");
    }
    return faithful;
  }

  private BattleReplay replay(Path file, Logic logic) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      return new BattleReplay(in, logic, battle -> printEvery(battle, logic));
    }
  }

  private void printEvery(Battle battle, Logic logic) {
    if (every > 0 && battle.tick() % every == 0) {
      spec.commandLine()
          .getOut()
          .printf("%s %d: %016x%n", logic.label(), battle.tick(), battle.stateHash());
    }
  }
}
