package dev.jitterlab.cli;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.campaign.RunLauncher;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.plan.RunTime;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Starts each run of a campaign as a child process of this program, with the same JVM, flags and
 * class path, so that a run of a campaign is measured as any other. Its result is not printed; its
 * progress is.
 *
 * <p>Ctrl-C reaches the child through the terminal, SIGTERM is passed on. Either way this process
 * waits until the child has ended its servers.
 */
final class ChildRuns implements RunLauncher {
  private static final long GRACE_SECONDS = 30;

  private final Function<Path, Plan> plan;

  /**
   * Creates it.
   *
   * @param plan reads and plans an experiment file
   */
  ChildRuns(Function<Path, Plan> plan) {
    this.plan = plan;
  }

  @Override
  public double estimateSeconds(Path experiment) {
    return RunTime.estimateSecondsAtLeast(plan.apply(experiment));
  }

  @Override
  public int run(Path experiment, Path directory) throws InterruptedException {
    return child("run", experiment.toString(), "--out", directory.toString());
  }

  @Override
  public int resume(Path directory) throws InterruptedException {
    return child("resume", directory.toString());
  }

  private static int child(String... arguments) throws InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(arguments));
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .inheritIO()
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
    } catch (IOException e) {
      throw LabException.failed(
              command.getFirst(), "the run cannot be started", "Check the JDK that runs the lab.")
          .because(e);
    }
    Thread hook = new Thread(() -> end(process), "end-run");
    Runtime.getRuntime().addShutdownHook(hook);
    int status;
    try {
      status = process.waitFor();
    } finally {
      forget(hook);
    }
    return status;
  }

  private static void end(Process process) {
    process.destroy();
    try {
      process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void forget(Thread hook) throws InterruptedException {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      hook.join(); // this process is ending: nothing may be begun or recorded any more
      throw new InterruptedException("the campaign was ended");
    }
  }
}
