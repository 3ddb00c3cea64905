package dev.jitterlab.lab.yaml;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.Problem.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Collects what is wrong with a file, so that its author sees everything at once. Confined to one
 * thread.
 */
public final class Problems {
  private record Found(Place place, Problem problem) {}

  private static final Comparator<Found> FILE_ORDER =
      Comparator.comparing((Found found) -> found.place().file())
          .thenComparingInt(found -> found.place().line())
          .thenComparingInt(found -> found.place().column());

  private final List<Found> found = new ArrayList<>();

  /** Notes an error and goes on; the same error at the same place counts once. */
  public void add(Place place, String what, String remedy) {
    Found one = new Found(place, Problem.at(place, what, remedy));
    if (!found.contains(one)) {
      found.add(one);
    }
  }

  /** What has been found, in the file's order. */
  public List<Problem> inFileOrder() {
    Stream<Found> sorted = found.stream().sorted(FILE_ORDER);
    return sorted.map(Found::problem).toList();
  }

  /**
   * Ends the reading of the file if anything was found.
   *
   * @throws LabException with all problems in the file's order
   */
  public void throwIfAny() {
    if (!found.isEmpty()) {
      throw new LabException(ExitCode.WRONG_EXPERIMENT, inFileOrder());
    }
  }
}
