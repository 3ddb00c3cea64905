package dev.jitterlab.bench.jit;

import dev.jitterlab.bench.BenchJdks;
import dev.jitterlab.bench.RoundOrder;
import dev.jitterlab.bench.RunningBench;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.jdk.Jdk;
import dev.jitterlab.lab.jdk.JdkFinder;
import dev.jitterlab.lab.progress.Progress;
import dev.jitterlab.lab.run.EmptyFolder;
import dev.jitterlab.lab.workload.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Asks the compilers of each JDK, one JVM at a time; leaves {@code bench.json} in its folder. For
 * one thread, and one run.
 */
public final class JitBench {

  /** Starting a JVM that times a method, and ending it. */
  private static final double JVM_SECONDS = 0.15;

  /** The cases of guesses, and the flags, once a round. */
  private static final double GUESSES_SECONDS = 1.5;

  /** About thirty directives. */
  private static final double DIRECTIVES_SECONDS = 15;

  /** Of the order in each round. */
  private static final long SEED = 1;

  private final JitChoice choice;
  private final List<Jdk> jdks;
  private final Path jar;
  private final Path folder;
  private final Map<String, Map<String, List<Double>>> figures = new LinkedHashMap<>();
  private final Map<Integer, Map<String, String>> directives = new LinkedHashMap<>();
  private final Set<String> notes = new LinkedHashSet<>();
  private final RunningBench running;

  private JitBench(JitChoice choice, List<Jdk> jdks, Path jar, Path folder, Progress progress) {
    this.choice = choice;
    this.jdks = jdks;
    this.jar = jar;
    this.folder = folder;
    this.running = new RunningBench("jit", folder, progress, Time.system(), estimateSeconds());
  }

  /**
   * Prepares a bench and says how long it will take; starts nothing.
   *
   * @param folder does not exist yet, or is empty
   * @param progress stays the caller's
   * @throws LabException if a JDK is not there, or the program was not built
   */
  public static JitBench prepare(JitChoice choice, Path folder, Progress progress) {
    List<Jdk> jdks = BenchJdks.of(choice.jdks(), JdkFinder.ofThisMachine().find());
    if (jdks.isEmpty()) {
      throw LabException.wrong(
          "--jdks", "there is no JDK 11, 17, 21 or 25 here", "Type: ./jitterlab jdks install 21");
    }
    Path jar = Workloads.ofThisProcess().builtJar("idioms").toAbsolutePath();
    EmptyFolder.require(folder, "--out");
    JitBench bench = new JitBench(choice, jdks, jar, folder, progress);
    progress.note(
        "JDKs: %s, rounds: %d: about %s in all"
            .formatted(
                jdks.stream()
                    .map(jdk -> Integer.toString(jdk.feature()))
                    .collect(Collectors.joining(", ")),
                choice.rounds(),
                Units.duration(bench.estimateSeconds())));
    return bench;
  }

  /**
   * Runs it to its end.
   *
   * @throws LabException if a JVM fails
   */
  public JitResult run() {
    try {
      Files.createDirectories(folder);
      Optional<CppProbe> cpp = CppProbe.compile(jar, folder);
      if (cpp.isEmpty()) {
        notes.add("there is no c++ on the PATH: the method was not timed in C++");
      }
      for (int round = 1; round <= choice.rounds(); round++) {
        for (Jdk jdk : inOrder(jdks, round)) {
          running.says("round " + round + ", JDK " + jdk.feature());
          ask(new JitPrograms(jdk, jar, folder));
          running.isThrough(askSeconds());
        }
        if (cpp.isPresent()) {
          add(CppProbe.GROUP, JitPrograms.TIME, cpp.get().timed(choice.seconds()));
        }
      }
      if (choice.directives()) {
        for (Jdk jdk : jdks) {
          running.says("directives of JDK " + jdk.feature());
          tryDirectives(new JitPrograms(jdk, jar, folder));
          running.isThrough(DIRECTIVES_SECONDS);
        }
      }
    } catch (IOException e) {
      throw LabException.failed(
              "jitterlab bench jit", "the bench could not be run", "Make room on the disk.")
          .because(e);
    }
    Map<Integer, String> versions = new LinkedHashMap<>();
    jdks.forEach(jdk -> versions.put(jdk.feature(), jdk.version()));
    return running.kept(
        new JitResult(
            choice.rounds(),
            choice.seconds(),
            versions,
            figures,
            directives,
            List.copyOf(notes),
            running.machine()));
  }

  /** The JDKs in the order of that round, so that none always has the first or the last turn. */
  static <T> List<T> inOrder(List<T> jdks, int round) {
    return RoundOrder.of(jdks, SEED, round);
  }

  private void ask(JitPrograms programs) {
    int jdk = programs.jdk().feature();
    String group = Integer.toString(jdk);
    programs.thresholds().forEach((figure, value) -> add(group, figure, value));
    programs.guesses().forEach((figure, value) -> add(group, figure, value));
    for (int tier : IntStream.range(0, JitPrograms.TIERS).toArray()) {
      OptionalDouble seconds = programs.timed(tier, choice.seconds());
      if (seconds.isPresent()) {
        add(JitResult.tier(tier, jdk), JitPrograms.TIME, seconds.getAsDouble());
      } else {
        notes.add(
            "a JVM of JDK %d did not keep its method at tier %d; its time was left out"
                .formatted(jdk, tier));
      }
    }
  }

  private void tryDirectives(JitPrograms programs) throws IOException {
    Directives known = programs.directives();
    int jdk = programs.jdk().feature();
    Map<String, String> outcomes = new LinkedHashMap<>();
    int withoutGuess = 0;
    int without = 0;
    for (Map.Entry<String, Boolean> each : known.switches().entrySet()) {
      Optional<List<String>> failed = programs.failedWith(each.getKey(), each.getValue());
      if (failed.isEmpty()) {
        without++;
        outcomes.put(each.getKey(), "C2 compiles nothing");
      } else if (failed.get().isEmpty()) {
        withoutGuess++;
        outcomes.put(each.getKey(), "no guess is made");
      } else if (failed.get().equals(JitPrograms.GUESSES)) {
        outcomes.put(each.getKey(), "all guesses are made");
      } else {
        outcomes.put(each.getKey(), "guesses are made: " + String.join(", ", failed.get()));
      }
    }
    directives.put(jdk, outcomes);
    String group = Integer.toString(jdk);
    add(group, "directives_tried", outcomes.size());
    add(group, "directives_without_c2", without);
    add(group, "directives_without_guess", withoutGuess);
    notes.add(
        "directives of JDK %d with a number or a text were left as they are: %s"
            .formatted(jdk, String.join(", ", known.others().keySet())));
  }

  private void add(String group, String figure, double value) {
    figures
        .computeIfAbsent(group, _ -> new LinkedHashMap<>())
        .computeIfAbsent(figure, _ -> new ArrayList<>())
        .add(value);
  }

  /** One JDK of one round: a JVM warms up for as long as it times. */
  private double askSeconds() {
    return GUESSES_SECONDS + JitPrograms.TIERS * (JVM_SECONDS + 2 * choice.seconds());
  }

  private double estimateSeconds() {
    return jdks.size()
        * (choice.rounds() * askSeconds() + (choice.directives() ? DIRECTIVES_SECONDS : 0));
  }
}
