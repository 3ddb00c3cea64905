package dev.jitterlab.lab.experiment;

import dev.jitterlab.lab.Problem.Place;
import dev.jitterlab.lab.workload.Workload;
import java.util.List;
import java.util.Optional;

/**
 * A valid experiment, with every default filled in. Immutable.
 *
 * @param place where its file begins
 * @param name usable as part of a folder's name
 * @param question what the experiment asks, in the author's words; may be empty
 * @param system which servers run, and what loads them
 * @param design how often, and in what order
 * @param timing how long a block's phases last
 * @param groups the groups, and what sets their properties
 * @param analysis what is compared with what
 * @param templates what is rendered for groups and instances, in the file's order
 * @param control the workload whose server is the idle control process; empty for none
 * @param cpuSleep whether CPUs with nothing to do may go to sleep, as they do without the lab
 */
public record Experiment(
    Place place,
    String name,
    String question,
    SystemUnderTest system,
    Design design,
    Timing timing,
    Groups groups,
    Analysis analysis,
    List<Template> templates,
    Optional<Workload> control,
    boolean cpuSleep) {
  /**
   * The design that the author asks for.
   *
   * @param seed decides the order of the instances and every bot's play
   * @param instances JVMs per group; the most, of a trial that ends when it is decided
   * @param sequential of a trial that ends when it is decided
   * @param execution how the instances are to be spread over time
   * @param repeats how often something may be measured again, see {@code Safeguards}
   */
  public record Design(
      long seed,
      int instances,
      Optional<Sequential> sequential,
      ExecutionChoice execution,
      int repeats) {}
}
