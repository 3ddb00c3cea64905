package dev.jitterlab.lab.plan;

/** An argument of a command line as a person would type it. */
public final class ShellWord {
  private ShellWord() {}

  /** The argument, in quotes where a shell needs them. */
  public static String of(String argument) {
    return argument.matches("[\\w@%+=:,./-]+")
        ? argument
        : "'" + argument.replace("'", "'\\''") + "'";
  }
}
