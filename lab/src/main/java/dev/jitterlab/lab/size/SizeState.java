package dev.jitterlab.lab.size;

import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Unchecked;
import dev.jitterlab.lab.size.SizeSearch.Next;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A search for heap sizes as its folder has it, {@code size.json}: what was asked and what has been
 * seen. Beside it lie {@code probes/<number>-<heap>}, a run directory for each server, with the
 * experiment of each, and {@code size.html}. Immutable.
 *
 * @param command the server's, as the user gave it
 * @param through how the heap's size reaches it, in words
 * @param load in words
 * @param experiment the experiment of one server, with {@link #HEAP} for the size
 * @param probeSeconds about how long one server takes
 * @param repeats how often {@link ExhaustiveSearch} runs each size; 0 without such a search
 * @param exhaustive what that one has seen
 */
public record SizeState(
    String command,
    String through,
    String load,
    String experiment,
    double probeSeconds,
    SizeQuestion question,
    List<SizeProbe> probes,
    int repeats,
    List<SizeProbe> exhaustive) {
  /** Stands for the heap's size, such as {@code 384m}. */
  public static final String HEAP = "${heap}";

  private static final String FILE = "size.json";

  /** Takes copies; an older search has no exhaustive one. */
  public SizeState {
    probes = List.copyOf(probes);
    exhaustive = exhaustive == null ? List.of() : List.copyOf(exhaustive);
  }

  /** Whether a search has been begun in this folder. */
  public static boolean isIn(Path folder) {
    return Files.isRegularFile(folder.resolve(FILE));
  }

  /**
   * Reads it.
   *
   * @throws LabException if it cannot be read
   */
  public static SizeState read(Path folder) {
    return Json.read(folder.resolve(FILE), SizeState.class);
  }

  /** Writes it so that it outlives a power failure. */
  public void write(Path folder) {
    Unchecked.io(() -> Files.createDirectories(folder));
    Json.writeDurably(folder.resolve(FILE), this);
  }

  /** The same with one more. */
  public SizeState with(SizeProbe probe) {
    return with(and(probes, probe), exhaustive);
  }

  /** The same with one more of the exhaustive search. */
  public SizeState withExhaustive(SizeProbe probe) {
    return with(probes, and(exhaustive, probe));
  }

  private static List<SizeProbe> and(List<SizeProbe> probes, SizeProbe probe) {
    List<SizeProbe> more = new ArrayList<>(probes);
    more.add(probe);
    return more;
  }

  private SizeState with(List<SizeProbe> searched, List<SizeProbe> every) {
    return new SizeState(
        command, through, load, experiment, probeSeconds, question, searched, repeats, every);
  }

  /** What {@link SizeSearch} tries next; empty when it is over. */
  public Optional<Next> search() {
    return SizeSearch.next(question, probes);
  }

  /**
   * What {@link ExhaustiveSearch} tries next; empty when it is over, or when it is the other one's
   * turn. Both are equally far on, so that both meet the same minutes of the machine.
   */
  public Optional<Next> every() {
    long servers = ExhaustiveSearch.servers(question, repeats);
    boolean isItsTurn =
        exhaustive.size() * (long) question.runs() < probes.size() * servers || search().isEmpty();
    return isItsTurn && probes.stream().anyMatch(SizeProbe::lived)
        ? ExhaustiveSearch.next(question, repeats, exhaustive)
        : Optional.empty();
  }

  /** How many servers are started at most. */
  public int mostServers() {
    return question.runs() + ExhaustiveSearch.servers(question, repeats);
  }

  /** What was found. */
  public SizeAnswer answer() {
    SizeAnswer answer = SizeAnswer.of(question, probes);
    return exhaustive.isEmpty()
        ? answer
        : answer.beside(ExhaustiveSearch.of(question, probes, exhaustive));
  }

  /** A size as the JVM's flag takes it: {@code 384m}. */
  public static String flag(long heapBytes) {
    return heapBytes % (1 << 20) == 0
        ? String.format(Locale.ROOT, "%dm", heapBytes >> 20)
        : String.format(Locale.ROOT, "%dk", heapBytes >> 10);
  }

  /** Where the page goes. */
  public static Path page(Path folder) {
    return folder.resolve("size.html");
  }
}
