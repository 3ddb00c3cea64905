package dev.jitterlab.lab.experiment;

import java.util.List;
import java.util.Map;

/**
 * The groups of an experiment, and what may be said about them.
 *
 * @param groups in the order of the Cartesian product, then of the file; empty where they could not
 *     be made out, which was reported
 * @param selection how they differ from the product
 * @param variables the variables, with the values of included groups too
 */
record SelectedGroups(
    List<Combination> groups, GroupSelection selection, List<Variable> variables) {
  /** The groups that match all targets. */
  List<Combination> matching(Map<String, String> targets) {
    return groups.stream().filter(group -> group.matches(targets)).toList();
  }
}
