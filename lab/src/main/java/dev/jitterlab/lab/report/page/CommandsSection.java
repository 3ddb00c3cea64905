package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.plan.ShellWord;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** How the servers of each group were started, with what differs marked. */
final class CommandsSection implements Section {
  @Override
  public String id() {
    return "commands";
  }

  @Override
  public String title() {
    return "Command lines";
  }

  @Override
  public String lead(ReportData data) {
    return "How the first server of each group was started. The underlined parts are not the same"
        + " in all groups. Only they, and limits of a control group, can explain a difference.";
  }

  @Override
  public void write(Html html, ReportData data) {
    List<Plan.Instance> first =
        data.plan().groups().stream()
            .flatMap(
                group ->
                    data.plan().blocks().stream()
                        .flatMap(block -> block.instances().stream())
                        .filter(instance -> instance.group().equals(group.name()))
                        .limit(1))
            .toList();
    Set<String> common = common(first);
    for (Plan.Instance instance : first) {
      html.element("h3", instance.group() + data.plan().group(instance.group()).machine().limits());
      html.open("pre", "class", "command").open("code");
      for (int i = 0; i < instance.command().size(); i++) {
        String argument = instance.command().get(i);
        html.text(i == 0 ? "" : " ");
        if (common.contains(argument)) {
          html.text(ShellWord.of(argument));
        } else {
          html.element("mark", ShellWord.of(argument));
        }
      }
      html.close().closeLine();
    }
  }

  private static Set<String> common(List<Plan.Instance> instances) {
    Set<String> common = new HashSet<>();
    for (int i = 0; i < instances.size(); i++) {
      if (i == 0) {
        common.addAll(instances.get(i).command());
      } else {
        common.retainAll(new HashSet<>(instances.get(i).command()));
      }
    }
    return common;
  }
}
