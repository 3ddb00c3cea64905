package dev.jitterlab.bench.jit;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Tool;
import dev.jitterlab.lab.jdk.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Asks the compilers of one JDK, one JVM at a time, and turns what it printed into figures. The
 * names of figures are those of metrics in the ledger. Not thread-safe.
 *
 * @param jdk that is asked
 * @param jar the idioms'
 * @param folder where the JVMs run, since some directives make them leave files; is there
 */
record JitPrograms(Jdk jdk, Path jar, Path folder) {
  JitPrograms {
    jar = jar.toAbsolutePath(); // the JVMs do not run where the lab does
    folder = folder.toAbsolutePath();
  }

  /** How often the rare part may run while the JVM profiles. */
  static final int MOST_RARE = 10;

  /** How many wrong guesses a JVM gets to throw its code away. */
  private static final int MOST_GUESSES = 20;

  /** 0 is the interpreter. */
  static final int TIERS = 5;

  /** The guesses: that a branch, a case or a class is never used. */
  static final List<String> GUESSES = List.of("if", "switch", "type");

  /** How the name of a figure of {@link #timed} begins. */
  static final String TIME = "time";

  private static final String PACKAGE = "dev.jitterlab.idioms.jit.";
  private static final String CALLS = "*Guess";
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Pattern FLAG =
      Pattern.compile("\\s(Tier[34]InvocationThreshold)\\s*:?=\\s*(\\d+)\\s");
  private static final Pattern NS = Pattern.compile("# ns ([0-9.E+-]+)");
  private static final double NS_PER_SECOND = 1e9;
  private static final String KEPT_FROM = "branch_kept_from.";

  /** The thresholds that the JVM has by itself. */
  Map<String, Double> thresholds() {
    String printed = output(List.of("-XX:+PrintFlagsFinal", "-version"));
    Map<String, Double> figures = new LinkedHashMap<>();
    Matcher flag = FLAG.matcher(printed);
    while (flag.find()) {
      figures.put(flag.group(1), Double.valueOf(flag.group(2)));
    }
    return figures;
  }

  /** What it does with code that it compiled for a guess. */
  Map<String, Double> guesses() {
    List<String> cases = new ArrayList<>(List.of("loop:0:0", "whole:0:1", "split:0:1"));
    for (String shape : GUESSES) {
      IntStream.rangeClosed(0, MOST_RARE)
          .forEach(rare -> cases.add(shape + ":" + rare + ":" + MOST_GUESSES));
    }
    Map<String, GuessCase> found =
        probed(cases, List.of("-XX:CompileCommand=dontinline," + CALLS + "::part*"));
    Map<String, GuessCase> inlined = probed(List.of("split:0:1"), List.of());
    Map<String, Double> figures = new LinkedHashMap<>();
    for (int tier : List.of(3, 4)) {
      calls("calls_to_tier_" + tier, found.get("if:0:" + MOST_GUESSES), tier, figures);
      calls("calls_to_tier_" + tier + ".loop", found.get("loop:0:0"), tier, figures);
    }
    for (String shape : GUESSES) {
      branches(shape, found, figures);
    }
    discarded("whole", found.get("whole:0:1"), figures);
    discarded("split", found.get("split:0:1"), figures);
    discarded("inlined", inlined.get("split:0:1"), figures);
    return figures;
  }

  /** Where a case did not get as far as C2, it says nothing. */
  private static void branches(
      String shape, Map<String, GuessCase> found, Map<String, Double> figures) {
    int keptFrom = 0;
    for (int rare = 0; rare <= MOST_RARE; rare++) {
      GuessCase one = found.get(shape + ":" + rare + ":" + MOST_GUESSES);
      if (one == null || !one.isOptimised()) {
        return;
      }
      boolean isLost = one.discardedByCall().isPresent();
      figures.put("branch_lost." + shape + "." + rare, isLost ? 1.0 : 0.0);
      if (isLost) {
        keptFrom = rare + 1;
      }
      if (rare == 0 && isLost) {
        figures.put("guesses_until_discarded." + shape, (double) one.discardedByCall().getAsInt());
      }
    }
    figures.put(KEPT_FROM + shape, (double) keptFrom);
  }

  private static void discarded(String shape, GuessCase one, Map<String, Double> figures) {
    if (one == null || !one.isOptimised()) {
      return;
    }
    boolean isDiscarded = one.discardedByCall().isPresent();
    figures.put("discarded_by_one_guess." + shape, isDiscarded ? 1.0 : 0.0);
    if (isDiscarded) {
      one.tierAfterwards().ifPresent(tier -> figures.put("next_tier." + shape, (double) tier));
      one.callsUntilOptimised()
          .ifPresent(calls -> figures.put("calls_until_optimised." + shape, (double) calls));
    }
  }

  private static void calls(String figure, GuessCase one, int tier, Map<String, Double> figures) {
    if (one != null) {
      one.callsToTier(tier).ifPresent(calls -> figures.put(figure, (double) calls));
    }
  }

  private Map<String, GuessCase> probed(List<String> cases, List<String> flags) {
    List<String> all = new ArrayList<>(flags);
    all.addAll(List.of("-XX:CompileCommand=dontinline," + CALLS + "::call", "-cp"));
    all.addAll(List.of(jar.toString(), PACKAGE + "GuessProbe"));
    all.addAll(cases);
    return GuessCase.parse(output(logging(all)).lines());
  }

  /**
   * Times one method at a tier, in seconds a call.
   *
   * @param tier 0 for the interpreter, to 4 for C2
   * @return empty where the JVM compiled the method in another one
   */
  OptionalDouble timed(int tier, double seconds) {
    List<String> flags = new ArrayList<>();
    if (tier == 0) {
      flags.add("-Xint");
    } else if (tier < TIERS - 1) {
      flags.add("-XX:TieredStopAtLevel=" + tier);
    }
    flags.addAll(
        List.of(
            "-cp",
            jar.toString(),
            PACKAGE + "TierProbe",
            Long.toString(Math.round(seconds * 1e3))));
    return time(output(logging(flags)).lines().toList(), tier);
  }

  /** The time, if the newest code of the method was of that tier when the timing began. */
  static OptionalDouble time(List<String> output, int tier) {
    int begin = output.indexOf("# timing");
    int newest =
        IntStream.range(0, output.size())
            .mapToObj(at -> CompileLine.parse(output.get(at)))
            .flatMap(Optional::stream)
            .filter(line -> line.type().endsWith("TierProbe") && line.method().equals("work"))
            .filter(line -> !line.osr() && !line.discarded())
            .mapToInt(CompileLine::tier)
            .reduce(0, (_, last) -> last);
    boolean isCompiledLater =
        output.stream()
            .skip(Math.max(0, begin))
            .flatMap(line -> CompileLine.parse(line).stream())
            .anyMatch(line -> line.type().endsWith("TierProbe") && line.method().equals("work"));
    if (begin < 0 || newest != tier || isCompiledLater) {
      return OptionalDouble.empty();
    }
    return output.stream()
        .map(NS::matcher)
        .filter(Matcher::matches)
        .mapToDouble(found -> Double.parseDouble(found.group(1)) / NS_PER_SECOND)
        .findFirst();
  }

  /** The compiler directives that it has. */
  Directives directives() {
    return Directives.parse(
        output(
            List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+CompilerDirectivesPrint", "-version")));
  }

  /**
   * Makes guesses fail with one directive the other way round.
   *
   * @return which of {@link #GUESSES} still failed; empty if C2 did not compile the code at all
   */
  Optional<List<String>> failedWith(String directive, boolean isOnByDefault) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve(directive + ".json"),
            Directives.flipped(directive, isOnByDefault, CALLS));
    Map<String, GuessCase> found =
        probed(
            GUESSES.stream().map(shape -> shape + ":0:" + MOST_GUESSES).toList(),
            List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:CompilerDirectivesFile=" + file));
    List<String> failed = new ArrayList<>();
    for (String shape : GUESSES) {
      GuessCase one = found.get(shape + ":0:" + MOST_GUESSES);
      if (one == null || !one.isOptimised()) {
        return Optional.empty();
      }
      if (one.hasLostAny()) {
        failed.add(shape);
      }
    }
    return Optional.of(failed);
  }

  /** With a log of compilations on standard output, and every compilation waited for. */
  private static List<String> logging(List<String> arguments) {
    return Stream.concat(
            Stream.of(
                "-Xms64m",
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Xbatch",
                "-XX:CompileCommand=quiet",
                "-Xlog:jit+compilation=debug:stdout:none"),
            arguments.stream())
        .toList();
  }

  private String output(List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(jdk.java().toString());
    command.addAll(arguments);
    try {
      Tool.Result run = Tool.run(command, System.getenv(), LIMIT, folder);
      if (run.succeeded()) {
        return run.output();
      }
      throw failed("ended with status " + run.exitCode()).withDetails(run.output());
    } catch (IOException e) {
      throw failed("could not be asked").because(e);
    }
  }

  private LabException failed(String what) {
    return LabException.failed(
        "JDK " + jdk.feature(), what, "Leave it out with --jdks, or install it anew.");
  }
}
