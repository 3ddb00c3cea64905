package dev.jitterlab.lab.experiment;

import dev.jitterlab.lab.workload.ForeignServer;
import dev.jitterlab.lab.workload.Workload;
import dev.jitterlab.lab.yaml.YamlFile;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A valid experiment, with every default filled in. Immutable.
 *
 * @param file the file that it was read from; {@code file().bytes()} is the original
 * @param name usable as part of a folder's name
 * @param question what the experiment asks, in the author's words; may be empty
 * @param workload which of Jitterlab's own servers runs; if neither this one nor the next is there,
 *     the experiment can be planned, not run
 * @param foreign which other server runs
 * @param seed decides the order of the instances and every bot's play
 * @param instances JVMs per group
 * @param warmup load runs, nothing is measured
 * @param duration load runs and is measured
 * @param readyTimeout how long a process may take to become ready
 * @param execution how the author wants the instances spread over time
 * @param combinations the groups, in the order of the Cartesian product
 * @param selection how the groups differ from the product
 * @param baseline the name of the group that the others are compared with
 * @param loadLevel the variable whose values are load levels, if the author names one
 * @param primaryMetric the metric that the verdict is about
 * @param equivalenceMargin the part by which a ratio may differ from 1 without making a difference:
 *     0.03 for 3 %
 * @param calibration the name of the group that repeats the baseline, if the author asks for one
 * @param defaults properties of all groups; any rule wins over them
 * @param rules properties of some groups, in the file's order
 * @param load options of the load generator, by name, in the file's order
 * @param metrics what is measured beside the metrics of every experiment
 * @param templates what is rendered for groups and instances, in the file's order
 * @param repeats how many blocks may be measured again for unequal load
 * @param control the workload whose server is the idle control process; empty for none
 */
public record Experiment(
    YamlFile file,
    String name,
    String question,
    Optional<Workload> workload,
    Optional<ForeignServer> foreign,
    long seed,
    int instances,
    Warmup warmup,
    Duration duration,
    Duration readyTimeout,
    ExecutionChoice execution,
    List<Combination> combinations,
    GroupSelection selection,
    String baseline,
    Optional<String> loadLevel,
    String primaryMetric,
    Optional<Double> equivalenceMargin,
    Optional<String> calibration,
    PropertyRule defaults,
    List<PropertyRule> rules,
    Map<String, String> load,
    OwnMetrics metrics,
    List<Template> templates,
    int repeats,
    Optional<Workload> control) {}
