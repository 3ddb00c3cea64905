package dev.jitterlab.lab.plan;

import dev.jitterlab.lab.run.RunDirectory;
import java.util.regex.Pattern;

/** An argument of a command line as a person would type it. */
public final class ShellWord {
  private static final Pattern BARE = Pattern.compile("[\\w@%+=:,./-]+");

  private ShellWord() {}

  /** The argument, in quotes where a shell needs them. */
  public static String of(String argument) {
    return BARE.matcher(argument).matches() ? argument : "'" + argument.replace("'", "'\\''") + "'";
  }

  /** What to type to have the lab do that with a run. */
  public static String command(String command, RunDirectory run) {
    return "./jitterlab " + command + " " + of(run.root().toString());
  }
}
