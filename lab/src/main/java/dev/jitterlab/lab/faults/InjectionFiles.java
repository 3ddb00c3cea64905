package dev.jitterlab.lab.faults;

import dev.jitterlab.lab.FileTree;
import dev.jitterlab.lab.Unchecked;
import dev.jitterlab.lab.run.RunDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The folder {@code faults} of a run: beside the servers' own, so that nothing that reads a
 * server's recordings meets it. {@code <group>/<n>/plan.csv} tells an agent what to do, {@code
 * done.csv} is its answer, and {@code block-<n>.csv} has what was injected in a block: kind, from,
 * to (nanoseconds since the epoch), victim.
 *
 * <p>No number is formatted: in the default locale that may write other digits than 0 to 9.
 *
 * @param run the run
 */
public record InjectionFiles(RunDirectory run) {
  private static final String HEAD = "kind,from_ns,to_ns,victim";
  private static final long NS_PER_MS = 1_000_000;

  private Path folder(String instanceId) {
    return run.faults().resolve(instanceId);
  }

  /** Forgets what an earlier attempt has left, before the server is started. */
  public void prepare(String instanceId) {
    Unchecked.io(() -> FileTree.delete(folder(instanceId)));
    Unchecked.io(() -> Files.createDirectories(folder(instanceId)));
  }

  /** Gives an agent its plan; it comes whole. */
  public void give(String instanceId, List<Injection> faults) {
    List<String> lines =
        faults.stream()
            .map(
                fault ->
                    fault.fromNs() / NS_PER_MS
                        + ","
                        + fault.kind().word()
                        + ","
                        + (fault.toNs() - fault.fromNs()) / NS_PER_MS)
            .toList();
    Path whole = folder(instanceId).resolve("plan.csv");
    Path half = Unchecked.io(() -> Files.write(folder(instanceId).resolve("plan.part"), lines));
    Unchecked.io(() -> Files.move(half, whole, StandardCopyOption.ATOMIC_MOVE));
  }

  /** What an agent has done; a last line that was cut is left out. */
  public List<Injection> done(String instanceId) {
    Path file = folder(instanceId).resolve("done.csv");
    return Files.isRegularFile(file)
        ? lines(file).stream().flatMap(line -> injection(line + "," + instanceId).stream()).toList()
        : List.of();
  }

  /** Writes down what was injected in a block. */
  public void write(int block, List<Injection> faults) {
    List<String> lines = new ArrayList<>(List.of(HEAD));
    faults.stream()
        .sorted(Comparator.comparingLong(Injection::fromNs))
        .map(f -> f.kind().word() + "," + f.fromNs() + "," + f.toNs() + "," + f.victim())
        .forEach(lines::add);
    Unchecked.io(() -> Files.createDirectories(run.faults()));
    Unchecked.io(() -> Files.write(ofBlock(block), lines));
  }

  /** The file with what was injected in a block; there is none if nothing was. */
  public Path ofBlock(int block) {
    return run.faults().resolve("block-" + block + ".csv");
  }

  /** What was injected in all blocks; empty if nothing was. */
  public List<Injection> all() {
    return FileTree.children(run.faults()).stream()
        .filter(file -> file.getFileName().toString().matches("block-\\d+\\.csv"))
        .flatMap(file -> lines(file).stream().skip(1))
        .flatMap(line -> injection(line).stream())
        .sorted(Comparator.comparingLong(Injection::fromNs))
        .toList();
  }

  private static List<String> lines(Path file) {
    return Unchecked.io(() -> Files.readAllLines(file));
  }

  /** A victim's id may have commas: it stands last. */
  private static Optional<Injection> injection(String line) {
    String[] cells = line.split(",", 4);
    if (cells.length < 4 || !cells[1].matches("\\d{1,19}") || !cells[2].matches("\\d{1,19}")) {
      return Optional.empty();
    }
    return FaultKind.of(cells[0])
        .map(
            kind ->
                new Injection(kind, cells[3], Long.parseLong(cells[1]), Long.parseLong(cells[2])));
  }
}
