package dev.jitterlab.lab.experiment;

import java.util.List;

/**
 * A variable of the experiment: an entry of {@code groups}.
 *
 * @param name unique in the experiment
 * @param values at least one, without repetition, in the file's order
 */
public record Variable(String name, List<String> values) {
  /** Copies the list. */
  public Variable {
    values = List.copyOf(values);
  }
}
