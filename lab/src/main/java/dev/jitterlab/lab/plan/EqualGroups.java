package dev.jitterlab.lab.plan;

import dev.jitterlab.lab.plan.Plan.Group;
import dev.jitterlab.lab.plan.Plan.Instance;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Finds groups whose servers are the same in all but their names, because somebody forgot their
 * {@code properties}: whatever such a trial finds is chance. Groups may differ by their properties,
 * by a command that has their name or values in it, and by a load that names them, such as whom to
 * flood. The group that repeats the baseline is equal on purpose. Stateless.
 */
public final class EqualGroups {
  private static final int MOST_NAMED = 6;
  private static final Pattern NUMBER = Pattern.compile("[\\d.]+");

  private EqualGroups() {}

  /**
   * What a group asks for.
   *
   * @param properties all that are set
   * @param command of its first server, with the values that the group gave it
   * @param foreign the same of what is known of a server that is none of Jitterlab's own
   * @param named the group's name, where the load has it; else empty
   */
  private record Asked(
      Map<String, Object> properties, List<String> command, Foreign foreign, String named) {}

  /** A sentence for all groups that are equal; none where each asks for something else. */
  public static List<String> warnings(Plan plan) {
    if (plan.subject().workload() == null) {
      return List.of(); // what a group stands for is known to those who run it
    }
    Map<String, Instance> first = new LinkedHashMap<>();
    plan.instances().forEach(instance -> first.putIfAbsent(instance.group(), instance));
    List<String> ofLoad = optionsOfLoad(plan);
    Map<Asked, List<String>> groups = new LinkedHashMap<>();
    for (Group group : plan.contestants()) {
      Instance instance = first.get(group.name());
      if (instance != null) {
        groups
            .computeIfAbsent(asked(group, instance, ofLoad), _ -> new ArrayList<>())
            .add(group.name());
      }
    }
    return groups.values().stream()
        .filter(names -> names.size() > 1)
        .map(EqualGroups::warning)
        .toList();
  }

  private static Asked asked(Group group, Instance instance, List<String> ofLoad) {
    // The files of what is injected stand in a folder of each server.
    List<String> command =
        instance.command().stream()
            .map(word -> word.replace("/faults/" + instance.id(), "/faults"))
            .toList();
    return new Asked(
        group.properties(),
        command,
        instance.foreign(),
        isNamed(group.name(), ofLoad) ? group.name() : "");
  }

  /** The values of the options that Jitterlab's own loads get. */
  private static List<String> optionsOfLoad(Plan plan) {
    return plan.blocks().stream()
        .map(Plan.Block::load)
        .filter(load -> load != null)
        .limit(1)
        .map(Plan.Load::command)
        .flatMap(Collection::stream)
        .filter(word -> word.startsWith("--") && word.contains("="))
        .map(word -> word.substring(word.indexOf('=') + 1))
        .toList();
  }

  /** A group that is called by a number is never named: most options have numbers. */
  private static boolean isNamed(String group, List<String> ofLoad) {
    Pattern name = Pattern.compile("(?<![\\w.+-])" + Pattern.quote(group) + "(?![\\w.+-])");
    return !NUMBER.matcher(group).matches()
        && ofLoad.stream().anyMatch(value -> name.matcher(value).find());
  }

  private static String warning(List<String> names) {
    int more = names.size() - MOST_NAMED;
    List<String> shown = more > 0 ? names.subList(0, MOST_NAMED) : names;
    String listed =
        more > 0
            ? "%s and %d more".formatted(String.join(", ", shown), more)
            : String.join(", ", shown.subList(0, shown.size() - 1)) + " and " + shown.getLast();
    return ("The groups %s ask for exactly the same, so only chance can make them differ. Give each"
            + " its own `properties`. To compare the baseline with itself, set `calibrate: true`.")
        .formatted(listed);
  }
}
