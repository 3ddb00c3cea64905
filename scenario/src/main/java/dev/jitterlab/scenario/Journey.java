package dev.jitterlab.scenario;

import java.util.List;

/** One way of users through a server: steps one after another. Immutable and thread-safe. */
public final class Journey {
  private final String name;
  private final double weight;
  private final List<DrawnValue> drawn;
  private final List<JourneyStep> steps;
  private final int values;

  /**
   * Creates one.
   *
   * @param drawn the values that are drawn at its beginning; value n of a journey is the n-th
   * @param values how many values it has, with those that steps take from answers
   */
  Journey(String name, double weight, List<DrawnValue> drawn, List<JourneyStep> steps, int values) {
    this.name = name;
    this.weight = weight;
    this.drawn = List.copyOf(drawn);
    this.steps = List.copyOf(steps);
    this.values = values;
  }

  /** Returns its name, which no other journey of the scenario has. */
  public String name() {
    return name;
  }

  /** Returns how often it is chosen, beside the weights of the others. */
  public double weight() {
    return weight;
  }

  /** Returns the steps in their order; there is at least one. */
  public List<JourneyStep> steps() {
    return steps;
  }

  List<DrawnValue> drawn() {
    return drawn;
  }

  int values() {
    return values;
  }
}
