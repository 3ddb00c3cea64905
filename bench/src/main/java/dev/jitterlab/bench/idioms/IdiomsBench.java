package dev.jitterlab.bench.idioms;

import dev.jitterlab.bench.RunningBench;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.Unchecked;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.host.LabProcess;
import dev.jitterlab.lab.host.Processes;
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
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Compares idioms, in interleaved rounds, one JVM at a time; leaves what each JVM measured and
 * {@code bench.json} in its folder. For one thread, and one run.
 */
public final class IdiomsBench {
  private static final String CELLS = "cells.tsv";
  private static final String RESULTS = "results.tsv";
  private static final String MAIN = "dev.jitterlab.idioms.IdiomRounds";
  private static final long LOOK_NS = 200_000_000;

  private final IdiomsPlan plan;
  private final Path jar;
  private final Path folder;
  private final Progress progress;
  private final Time time = Time.system();
  private final Map<Integer, Map<String, List<Double>>> measured = new TreeMap<>();
  private final Set<String> leftOut = new LinkedHashSet<>();
  private final RunningBench running;

  private IdiomsBench(IdiomsPlan plan, Path jar, Path folder, Progress progress) {
    this.plan = plan;
    this.jar = jar;
    this.folder = folder;
    this.progress = progress;
    this.running = new RunningBench("idioms", folder, progress, time, plan.estimateSeconds());
  }

  /**
   * Prepares a bench and says how long it will take; starts nothing.
   *
   * @param folder does not exist yet, or is empty
   * @param progress stays the caller's
   * @throws LabException if a name is unknown, or the idioms' program was not built
   */
  public static IdiomsBench prepare(IdiomsChoice choice, Path folder, Progress progress) {
    JdkFinder finder = JdkFinder.ofThisMachine();
    IdiomsPlan plan = IdiomsPlan.of(choice, finder.find(), finder.running());
    Path jar = Workloads.ofThisProcess().builtJar("idioms");
    EmptyFolder.require(folder, "--out");
    progress.note(
        "idioms: %d, JDKs: %s, rounds: %d, JVMs: %d, measured for %s each: about %s in all"
            .formatted(
                plan.idioms().size(),
                plan.jdks().stream()
                    .map(jdk -> Integer.toString(jdk.feature()))
                    .collect(Collectors.joining(", ")),
                plan.rounds(),
                plan.rounds() * plan.jdks().size() * plan.cells().size(),
                Units.seconds(plan.seconds()),
                Units.duration(plan.estimateSeconds())));
    return new IdiomsBench(plan, jar, folder, progress);
  }

  /**
   * Runs it to its end. What a JVM cannot do is left out on its JDK, and named in the result.
   *
   * @throws LabException if nothing could be measured
   */
  public IdiomsResult run() throws InterruptedException {
    List<CodeShape> shapes = shapes();
    running.run(
        (_, processes) -> {
          for (int round = 1; round <= plan.rounds(); round++) {
            for (Jdk jdk : plan.jdks(round)) {
              measure(round, jdk, processes);
            }
          }
        });
    IdiomsResult result =
        IdiomsResult.of(plan, measured, shapes, List.copyOf(leftOut), running.machine());
    if (result.rows().isEmpty()) {
      throw LabException.failed(
          "jitterlab bench idioms",
          "nothing could be measured",
          "See " + folder + ": " + String.join("; ", leftOut));
    }
    return running.kept(result);
  }

  private List<CodeShape> shapes() {
    ShapeTools tools = ShapeTools.find(jar, folder.resolve("shapes"));
    List<String> missing = tools.missing(plan.jdks());
    leftOut.addAll(missing);
    missing.forEach(progress::note);
    List<CodeShape> shapes = new ArrayList<>();
    for (Jdk jdk : plan.jdks()) {
      List<String> notes = new ArrayList<>();
      running.says("what JDK " + jdk.feature() + " compiles to");
      shapes.addAll(tools.read(jdk, plan.idioms(), notes));
      leftOut.addAll(notes);
    }
    return shapes;
  }

  private void measure(int round, Jdk jdk, Processes processes)
      throws IOException, InterruptedException {
    Path here = folder.resolve(Integer.toString(round)).resolve(Integer.toString(jdk.feature()));
    Files.createDirectories(here);
    List<IdiomsPlan.Cell> cells = plan.cells(round, jdk);
    Files.write(
        here.resolve(CELLS), cells.stream().map(cell -> cell.line(plan.seconds())).toList());
    LabProcess process =
        processes.start(
            "round " + round + ", JDK " + jdk.feature(),
            round,
            List.of(
                jdk.java().toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                jar.toAbsolutePath().toString(),
                MAIN,
                CELLS,
                RESULTS),
            here);
    while (process.isAlive()) {
      time.sleepUntil(time.nanoTime() + LOOK_NS);
      double done = (double) lines(here).size() / cells.size();
      running.says(
          "round %d of %d, JDK %d".formatted(round, plan.rounds(), jdk.feature()),
          done * partSeconds());
    }
    List<LabProcess> unused = processes.takeEnded();
    read(jdk, here, cells, process);
    running.isThrough(partSeconds());
  }

  private void read(Jdk jdk, Path here, List<IdiomsPlan.Cell> cells, LabProcess process) {
    Map<String, List<Double>> ofJdk =
        measured.computeIfAbsent(jdk.feature(), _ -> new LinkedHashMap<>());
    List<String> lines = lines(here);
    for (String line : lines) {
      int tab = line.indexOf('\t');
      String id = line.substring(0, tab);
      String figure = line.substring(tab + 1);
      boolean isLeftOut = figure.startsWith("!");
      if (isLeftOut) {
        leaveOut(id + " on JDK " + jdk.feature() + " was left out: " + figure.substring(1));
      }
      ofJdk
          .computeIfAbsent(id, _ -> new ArrayList<>())
          .add(isLeftOut ? IdiomsResult.LEFT_OUT : Double.parseDouble(figure));
    }
    if (lines.size() < cells.size()) {
      throw LabException.failed(
              process.id(),
              "JMH measured %d of %d cells and ended".formatted(lines.size(), cells.size()),
              "See the files in " + here + ".")
          .withDetails(process.lastWords());
    }
  }

  private void leaveOut(String why) {
    if (leftOut.add(why)) {
      progress.note(why);
    }
  }

  /** The cells that are measured by now. */
  private static List<String> lines(Path here) {
    Path results = here.resolve(RESULTS);
    return Unchecked.io(
        () ->
            Files.exists(results)
                ? Files.readAllLines(results).stream()
                    .filter(line -> line.indexOf('\t') > 0)
                    .toList()
                : List.of());
  }

  /** One JDK of one round. */
  private double partSeconds() {
    return plan.estimateSeconds() / plan.rounds() / plan.jdks().size();
  }
}
