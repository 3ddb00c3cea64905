package dev.jitterlab.cli;

import dev.jitterlab.doctor.Checkup;
import dev.jitterlab.doctor.CheckupText;
import dev.jitterlab.doctor.Doctor;
import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.progress.Progress;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code jitterlab doctor}: how noisy this machine is, and what would help. */
@Command(
    name = "doctor",
    description = {
      "Say how noisy this machine is, and which differences it can find. About a minute.",
      "It prints commands that would help, and runs none of them."
    })
public final class DoctorCommand implements Callable<Integer> {
  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder for the recordings, new or empty (default: runs/<time>-doctor).")
  private Path out;

  @Mixin private Output output;

  private final Function<Path, Plan> plan;

  /** Creates the command; {@code plan} reads and plans an experiment file. */
  DoctorCommand(Function<Path, Plan> plan) {
    this.plan = plan;
  }

  @Override
  public Integer call() throws InterruptedException {
    Path folder = out == null ? RunCommand.defaultFolder("doctor") : out;
    Checkup checkup;
    try (Progress progress = RunCommand.progress(output.err())) {
      checkup = new Doctor(folder, plan, progress).examine();
    }
    output.print(text -> text.print(CheckupText.render(checkup, output.terminal())), checkup);
    return ExitCode.OK.status();
  }
}
