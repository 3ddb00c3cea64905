package dev.jitterlab.program;

import dev.jitterlab.settings.JarVersion;
import dev.jitterlab.settings.Settings;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * The command of a program: what all of them have in common. A subclass has {@code @Command} with
 * its name and description, its options, and {@link #run}. Help, version and the check of settings
 * are here.
 */
@Command(
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    showDefaultValues = true,
    usageHelpAutoWidth = true)
public abstract class ProcessCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  /** Refuses settings outside their bounds, and runs. */
  @Override
  public final Integer call() throws Exception {
    Settings.check(spec);
    run();
    return CommandLine.ExitCode.OK;
  }

  /** Does the work of the program. Exceptions end it as {@link CommandLineProcess} says. */
  protected abstract void run() throws Exception;

  /** Returns what picocli knows of the command. */
  protected final CommandSpec spec() {
    return spec;
  }

  /** Returns where it prints to. */
  protected final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** Returns where it prints errors to. */
  protected final PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
