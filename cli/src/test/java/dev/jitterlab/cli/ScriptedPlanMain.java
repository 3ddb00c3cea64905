package dev.jitterlab.cli;

import dev.jitterlab.lab.execution.ScriptedPlans;
import dev.jitterlab.lab.terminal.Terminal;
import dev.jitterlab.lab.terminal.Terminals;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A command in a process of its own, for tests that end it from outside. */
public final class ScriptedPlanMain {
  private static final Terminal PLAIN = new Terminal(false, false, true, 160);

  private ScriptedPlanMain() {}

  /** Runs it; every experiment measures one scripted server for minutes. */
  public static void main(String[] arguments) {
    System.exit(
        JitterlabCommand.execute(
            arguments,
            _ -> ScriptedPlans.lasting(300, "good"),
            Path.of(""),
            new Terminals(PLAIN, PLAIN),
            new PrintWriter(System.out, true, StandardCharsets.UTF_8),
            new PrintWriter(System.err, true, StandardCharsets.UTF_8)));
  }
}
