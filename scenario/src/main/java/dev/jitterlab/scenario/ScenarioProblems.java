package dev.jitterlab.scenario;

/** Is told what is wrong with a scenario, so that its author sees everything at once. */
@FunctionalInterface
public interface ScenarioProblems {
  /**
   * Takes one error.
   *
   * @param place of the node that is wrong
   * @param what what was found, and what was expected
   * @param remedy what to do about it
   */
  void add(Object place, String what, String remedy);
}
