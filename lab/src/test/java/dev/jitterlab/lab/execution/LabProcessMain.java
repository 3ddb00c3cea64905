package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.process.LocalHost;
import dev.jitterlab.lab.progress.LineProgress;
import dev.jitterlab.lab.run.RunDirectory;
import java.nio.file.Path;
import java.util.List;

/** A lab in a process of its own, for tests that end it from outside. */
public final class LabProcessMain {
  private LabProcessMain() {}

  /** Runs one server of behaviour {@code arguments[1]} into the folder {@code arguments[0]}. */
  public static void main(String[] arguments) throws InterruptedException {
    new Execution(
            ScriptedPlans.lasting(300, arguments[1]),
            new byte[0],
            List.of(),
            new RunDirectory(Path.of(arguments[0])),
            new LineProgress(System.err, Time.system()),
            Time.system(),
            LocalHost::open)
        .run();
  }
}
