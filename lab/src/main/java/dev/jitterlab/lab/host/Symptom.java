package dev.jitterlab.lab.host;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A known cause of a process's end, as its output tells it.
 *
 * @param cause what happened, in words; {@code $1} stands for what the pattern found
 * @param remedy what the reader can do; likewise
 * @param telling whether no other output looks like it, so that it is a cause wherever it stands
 * @param passing whether the same command may succeed later: the machine lacked something
 */
public record Symptom(
    Pattern pattern, String cause, String remedy, boolean telling, boolean passing) {
  /** How HotSpot's words about an argument begin; those of other programs do too. */
  private static final String REFUSAL = "(?:Invalid|Too small|Improperly|Missing|Unexpected) ";

  /** Words about an argument that HotSpot alone says, each at the start of a line. */
  private static final String ONLY_HOTSPOT =
      "Invalid (?:maximum heap|initial heap|initial young generation|thread stack"
          + "|maximum direct memory|maximum code cache) size: .*"
          + "|Invalid -Xlog option .*"
          + "|Too small (?:maximum|initial|minimum) heap.*"
          + "|Improperly specified VM option .*"
          + "|Missing \\+/- setting for VM option .*"
          + "|Unexpected \\+/- setting in VM option .*"
          + "|Initial heap size set to a larger .*";

  private static final String NO_FILE = "No such file or directory";

  /** The first that fits counts: the more telling come first. */
  private static final List<Symptom> KNOWN =
      List.of(
          symptom(
              "Unrecognized VM option '([^']+)'",
              "this JDK knows no JVM flag -XX:$1",
              "Correct or remove the flag -XX:$1, or choose a JDK that has it."),
          symptom(
              "(?m)^Unrecognized option: (\\S+)",
              "this JDK knows no option $1",
              "Correct or remove the option $1, or choose a JDK that has it."),
          symptom(
              "VM option '([^']+)' is experimental",
              "the JVM flag -XX:$1 is experimental",
              "Put -XX:+UnlockExperimentalVMOptions before the flag, or remove it."),
          symptom(
              "VM option '([^']+)' is diagnostic",
              "the JVM flag -XX:$1 is for diagnosis",
              "Put -XX:+UnlockDiagnosticVMOptions before the flag, or remove it."),
          symptom(
              "((?:Conflicting|Multiple) .*garbage collector.*|Conflicting collector .*)",
              "the JVM flags choose more than one garbage collector",
              "Leave one collector's flag in the group."),
          refused("(?m)^(?:Error: )?(" + ONLY_HOTSPOT + ")"),
          refused(
              "(?m)^(?:Error: )?("
                  + REFUSAL
                  + ".*)(?=[\\s\\S]*Could not create the Java Virtual Machine)"),
          refused("Error occurred during initialization of VM\\s+(" + REFUSAL + ".*)"),
          telling(
              "(UnsupportedClassVersionError)",
              "the JDK of this group is too old for the classes it should run ($1)",
              "Choose a newer JDK for the group, or build the workload for this one."),
          passing(
              "((?<!On)OutOfMemoryError.*|Could not reserve enough space.*|Cannot allocate memory"
                  + "|insufficient memory.*)",
              "there was not enough memory: $1",
              "Set a -Xmx that fits, run fewer instances at once, or end other programs."),
          passing(
              "(Address already in use|BindException.*)",
              "a port was in use: $1",
              "Leave the port to the system (0), or end what holds it; 'ss -lntup' lists it."),
          passing(
              "(No space left on device|Disk quota exceeded)",
              "the disk is full: $1",
              "Make room, or begin a new run in a folder on another disk."),
          telling(
              "(Unable to access jarfile.*|Could not find or load main class.*)",
              "its classes were not found: $1",
              "Build the workload again, or correct the paths in the command of your own server."),
          notStarted("(?m)^[\\w.-]+: (failed to execute .*)"),
          notStarted("(?m)^((?:\\S*/)?(?:env|nice): .*" + NO_FILE + ")"),
          notStarted("((?:Cannot run program .*)?error(?:=2, |: 2 \\()" + NO_FILE + "\\)?)"),
          noFile("FileNotFoundException: (.+) \\(" + NO_FILE + "\\)"),
          noFile("NoSuchFileException: (.+)"),
          noFile("(.*" + NO_FILE + ".*)"));

  /** The first known symptom in the output, with the found words put in. */
  public static Optional<Symptom> in(String output) {
    for (Symptom symptom : KNOWN) {
      Matcher matcher = symptom.pattern.matcher(output);
      if (matcher.find()) {
        String found = matcher.group(1);
        return Optional.of(
            new Symptom(
                symptom.pattern,
                symptom.cause.replace("$1", found),
                symptom.remedy.replace("$1", found),
                symptom.telling,
                symptom.passing));
      }
    }
    return Optional.empty();
  }

  /** A line of output that is a cause wherever it stands, be it far above the last lines. */
  static Optional<Symptom> tellingLine(String line) {
    return in(line).filter(Symptom::telling);
  }

  private static Symptom refused(String regex) {
    return symptom(
        regex,
        "the JVM refused an argument: $1",
        "Correct the argument in the group's jvm_arguments.");
  }

  /** What starts a process says so, before there is a server. */
  private static Symptom notStarted(String regex) {
    return symptom(
        regex,
        "the command cannot be started: $1",
        "Check that the program is there; './jitterlab jdks' lists the JDKs found.");
  }

  /** The server runs, and looks for its own files. */
  private static Symptom noFile(String regex) {
    return symptom(
        regex,
        "it did not find a file: $1",
        "Check the path. The process runs in a folder of its own, ${directory}: write a path that"
            + " begins at the experiment's folder with ${here}, as in ${here}/conf/app.yml.");
  }

  private static Symptom symptom(String regex, String cause, String remedy) {
    return new Symptom(Pattern.compile(regex), cause, remedy, false, false);
  }

  private static Symptom telling(String regex, String cause, String remedy) {
    return new Symptom(Pattern.compile(regex), cause, remedy, true, false);
  }

  private static Symptom passing(String regex, String cause, String remedy) {
    return new Symptom(Pattern.compile(regex), cause, remedy, true, true);
  }
}
