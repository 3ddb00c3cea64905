package dev.jitterlab.lab.proof;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.metric.LateTicks;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.metric.Metrics;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.yaml.YamlText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The experiment that would prove or refute a finding of a run: the server of one group as it was,
 * the same once more as a control, and the same with one change that takes the cause away. Load,
 * times and machine are those of the run. Immutable.
 *
 * @param name the experiment's name
 * @param text the file
 * @param sentence what it tests, for the user
 * @param hasPlaces whether the file has {@code ${here}}, and so must stand where the first one did
 */
public record Suggestion(String name, String text, String sentence, boolean hasPlaces) {
  /** The group without the change. */
  static final String AS_IT_WAS = "as-it-was";

  /** The key of the experiment file that says what is tested. */
  static final String PROVES = "proves";

  private static final String VARIABLE = "change";

  /** The keys that the new experiment has of the old one. */
  private static final List<String> KEPT =
      List.of(
          "workload",
          "seed",
          "warmup",
          "duration",
          "ready_timeout",
          "execution",
          "control",
          "repeats",
          "load");

  private static final int INSTANCES = 5;

  /**
   * Makes it.
   *
   * @param group whose lateness; empty for the group with the most
   * @param cause which cause; empty for the one that takes most of it
   * @throws LabException if nothing was late, or nothing that the lab can set takes the cause away
   */
  public static Suggestion of(
      RunDirectory run, Causes causes, Optional<String> group, Optional<String> cause) {
    Plan plan = Json.read(run.plan(), Plan.class);
    String where = run.root().toString();
    Causes.GroupCauses of = group(where, causes, group);
    Cause tested = cause(where, of, cause);
    Plan.Group server =
        plan.groups().stream()
            .filter(one -> one.name().equals(of.name()))
            .findFirst()
            .orElseThrow(
                () ->
                    LabException.wrong(
                        where,
                        "its plan has no group " + of.name(),
                        "Run `./jitterlab diagnose` on it again."));
    Interventions.Choice choice = Interventions.of(tested, server, causes);
    Intervention change =
        choice
            .change()
            .orElseThrow(
                () ->
                    LabException.wrong(
                        where,
                        "no experiment of the lab can test "
                            + tested.id()
                            + " of "
                            + of.name()
                            + ": "
                            + choice.why(),
                        "Test another cause with --cause, or follow the advice above."));
    double share = of.secondsByCause().getOrDefault(tested.id(), 0.0) / of.latenessSeconds();
    String name = plan.subject().experiment() + "-" + tested.id().replace('_', '-');
    String sentence =
        String.format(
            Locale.ROOT,
            "%.0f %% of %s's late time is %s. If that is the cause, the same server has less"
                + " late time %s.",
            100 * share,
            of.name(),
            tested.words(),
            change.words());
    Map<String, Object> file =
        file(YamlText.read(run.experiment()), plan, server, change, metric(where, causes, plan));
    file.put("experiment", name);
    file.put("question", sentence);
    Map<String, Object> proves = new LinkedHashMap<>();
    proves.put("run", run.root().toAbsolutePath().normalize().toString());
    proves.put("group", of.name());
    proves.put("cause", tested.id());
    proves.put("change", change.name());
    proves.put("words", change.words());
    proves.put("metric", file.get("primary_metric"));
    file.put(PROVES, proves);
    String text = "# " + sentence + "\n# ./jitterlab run FILE decides it.\n" + YamlText.write(file);
    return new Suggestion(name, text, sentence, text.contains("${here}"));
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

  /** What the trial compares: how much is late. */
  private static String metric(String where, Causes causes, Plan plan) {
    boolean ticks = causes.events().stream().anyMatch(one -> one.kind().equals("tick"));
    if (ticks) {
      return LateTicks.MAIN.key();
    }
    String primary = plan.analysis().primaryMetric();
    if (Metrics.ofAll().find(primary).filter(Metric::isOfLoad).isPresent()) {
      return primary;
    }
    throw LabException.wrong(
        where,
        "its servers have no ticks and its load measures no response times, so no trial could"
            + " say whether less is late",
        "Load the server with load.http (docs/load.md), run it, and ask again.");
  }

  private static Map<String, Object> file(
      Map<String, Object> old, Plan plan, Plan.Group server, Intervention change, String metric) {
    Map<String, Object> file = new LinkedHashMap<>();
    file.put("experiment", "");
    file.put("question", "");
    KEPT.stream().filter(old::containsKey).forEach(key -> file.put(key, old.get(key)));
    file.put("instances", Math.max(INSTANCES, plan.design().instancesPerGroup()));
    file.put("primary_metric", metric);
    file.put("calibrate", true);
    file.put("baseline", AS_IT_WAS);
    file.put(
        "groups", List.of(Map.of("name", VARIABLE, "values", List.of(AS_IT_WAS, change.name()))));
    Map<String, Object> defaults = new LinkedHashMap<>(server.properties());
    defaults.remove("price_per_hour");
    defaults.remove("recording"); // the trial must be diagnosed, too
    defaults.remove("faults");
    if (!server.jvmArguments().isEmpty()) {
      defaults.put("jvm_arguments", new ArrayList<>(server.jvmArguments()));
    }
    file.put("defaults", defaults);
    Map<String, Object> rule = new LinkedHashMap<>();
    rule.put("targets", List.of(VARIABLE + "=" + change.name()));
    rule.put("properties", change.properties());
    file.put("properties", List.of(rule));
    return file;
  }
}
