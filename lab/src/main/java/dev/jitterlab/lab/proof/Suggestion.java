package dev.jitterlab.lab.proof;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.experiment.Arguments;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.yaml.YamlText;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The experiment that would prove or refute a finding of a run: the server of one group as it was,
 * the same once more as a control, and the same with one change that takes the cause away. Load,
 * times and machine are those of the run. Immutable.
 *
 * @param name the experiment's name
 * @param text the file
 * @param sentence what it tests, for the user
 * @param metric what it compares, and why, for the user
 * @param place where the file must stand
 */
public record Suggestion(String name, String text, String sentence, String metric, Place place) {
  /**
   * Where the file must stand.
   *
   * @param matters whether it names files beside the first experiment
   * @param folder that of the first experiment; empty if it does not matter, or is not known
   */
  public record Place(boolean matters, Optional<Path> folder) {}

  /** The group without the change. */
  static final String AS_IT_WAS = "as-it-was";

  /** The key of the experiment file that says what is tested. */
  static final String PROVES = "proves";

  private static final String VARIABLE = "change";

  private static final int INSTANCES = 5;

  /** Of the first experiment's name; with the cause, no name is longer than the reader takes. */
  private static final int MAX_NAME = 100;

  /**
   * Makes it.
   *
   * @param group whose lateness; empty for the group with the most
   * @param cause which cause; empty for the one that takes most of it
   * @throws LabException if nothing was late, or nothing that the lab can set takes the cause away
   */
  public static Suggestion of(
      RunDirectory run, Causes causes, Optional<String> group, Optional<String> cause) {
    String where = run.root().toString();
    Causes.GroupCauses of = group(where, causes, group);
    Cause tested = cause(where, of, cause);
    FirstTrial first =
        FirstTrial.read(run, of.name())
            .orElseThrow(
                () ->
                    LabException.wrong(
                        where,
                        "its plan has no group " + of.name(),
                        "Run `./jitterlab diagnose` on it again."));
    Interventions.Choice choice = Interventions.of(tested, first, causes);
    Intervention change =
        choice
            .change()
            .orElseThrow(
                () ->
                    LabException.wrong(
                        where,
                        "no experiment of the lab can test %s of %s: %s"
                            .formatted(tested.id(), of.name(), choice.why()),
                        "Test another cause with --cause, or follow the advice above."));
    double share = of.secondsByCause().getOrDefault(tested.id(), 0.0) / of.latenessSeconds();
    String sentence =
        "%s of %s is %s. If that is the cause, less is late in the same server %s."
            .formatted(
                Units.share(share, 0),
                of.name().equals("all") ? "the late time" : of.name() + "'s late time",
                tested.words(),
                change.words());
    String name = name(first.plan().subject().experiment(), tested);
    TrialMetric metric = TrialMetric.of(run, causes, of, tested, first);
    Map<String, Object> proves = new LinkedHashMap<>();
    proves.put("run", run.root().toAbsolutePath().normalize().toString());
    proves.put("group", of.name());
    proves.put("cause", tested.id());
    proves.put("change", change.name());
    proves.put("words", change.words());
    proves.put("metric", metric.key());
    Map<String, Object> file = new LinkedHashMap<>();
    file.put("experiment", name);
    file.put("question", sentence);
    file.putAll(file(first, change, metric.key()));
    file.put(PROVES, proves);
    return new Suggestion(
        name,
        comment(sentence, metric) + YamlText.write(file),
        sentence,
        metric.why(),
        new Place(first.isForeign(), first.folder()));
  }

  private static String comment(String sentence, TrialMetric metric) {
    return Stream.of(
            sentence,
            metric.why(),
            "This metric follows from the first run, by the rule in docs/diagnosis-proof.md. It was"
                + " fixed before the trial: a trial by another metric decides nothing.",
            "./jitterlab run FILE decides it.")
        .map(line -> "# " + line + "\n")
        .collect(Collectors.joining());
  }

  private static String name(String experiment, Cause cause) {
    String start = experiment.substring(0, Math.min(experiment.length(), MAX_NAME));
    return start + "-" + cause.id().replace('_', '-');
  }

  private static Causes.GroupCauses group(String where, Causes causes, Optional<String> wanted) {
    List<Causes.GroupCauses> late =
        causes.groups().stream().filter(one -> one.lateEvents() > 0).toList();
    if (wanted.isPresent()) {
      return late.stream()
          .filter(one -> one.name().equals(wanted.get()))
          .findFirst()
          .orElseThrow(
              () ->
                  LabException.wrong(
                      where,
                      "no group " + wanted.get() + " has late ticks or requests",
                      late.isEmpty()
                          ? "Nothing of this run was late."
                          : "Give one of "
                              + String.join(
                                  ", ", late.stream().map(Causes.GroupCauses::name).toList())
                              + "."));
    }
    return late.stream()
        .max(Comparator.comparingDouble(Causes.GroupCauses::latenessSeconds))
        .orElseThrow(
            () ->
                LabException.wrong(
                    where,
                    "no tick or request of this run was late, so there is nothing to prove",
                    "Raise the load, and run it again."));
  }

  private static Cause cause(String where, Causes.GroupCauses of, Optional<String> wanted) {
    List<String> known =
        of.secondsByCause().entrySet().stream()
            .filter(one -> one.getValue() > 0 && !one.getKey().equals(Cause.UNEXPLAINED.id()))
            .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
            .map(Map.Entry::getKey)
            .toList();
    String id = wanted.orElse(known.isEmpty() ? "" : known.getFirst());
    if (!known.contains(id)) {
      throw LabException.wrong(
          where,
          id.isEmpty()
              ? "all late time of " + of.name() + " is unexplained"
              : id + " has no late time of " + of.name(),
          known.isEmpty()
              ? "`./jitterlab diagnose` says which causes were not recorded."
              : "Give one of " + String.join(", ", known) + ".");
    }
    return Cause.valueOf(id.toUpperCase(Locale.ROOT));
  }

  private static Map<String, Object> file(FirstTrial first, Intervention change, String metric) {
    Map<String, Object> file = new LinkedHashMap<>(first.kept());
    if (Interventions.fillsTheMemory(change, first)) {
      file.put("execution", "alternate");
    }
    file.put("instances", instances(first, metric));
    file.put("primary_metric", metric);
    file.put("calibrate", true);
    file.put("baseline", AS_IT_WAS);
    Map<String, Object> variable = new LinkedHashMap<>();
    variable.put("name", VARIABLE);
    variable.put("values", List.of(AS_IT_WAS, change.name()));
    file.put("groups", List.of(variable));
    Map<String, Object> defaults = first.properties();
    if (!first.flags().isEmpty()) {
      defaults.put("jvm_arguments", quoted(first.flags()));
    }
    file.put("defaults", defaults);
    Map<String, Object> changed = new LinkedHashMap<>(change.properties());
    if (!change.flags().isEmpty()) {
      changed.put("jvm_arguments", quoted(change.flags()));
    }
    Map<String, Object> rule = new LinkedHashMap<>();
    rule.put("targets", List.of(VARIABLE + "=" + change.name()));
    rule.put("properties", changed);
    file.put("properties", List.of(rule));
    return file;
  }

  /** As the first trial had them; but no trial that ends when it is decided is by a maximum. */
  private static Object instances(FirstTrial first, String metric) {
    boolean isMaximum = Metrics.ofAll().find(metric).filter(Metric::isMaximum).isPresent();
    return first.file().get("instances") instanceof Map<?, ?> untilDecided && !isMaximum
        ? untilDecided
        : Math.max(INSTANCES, first.plan().design().instancesPerGroup());
  }

  private static List<String> quoted(List<String> flags) {
    return flags.stream().map(Arguments::quoted).toList();
  }
}
