package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.plan.ShellWord;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** How the servers of each group were started, with what differs marked. */
final class CommandsSection {
  static final Section SECTION =
      Section.of(
          "commands",
          "Command lines",
          "How the first server of each group was started. The underlined parts are not the same in"
              + " all groups. Only they, and limits of a control group, can explain a difference.",
          CommandsSection::write);

  private CommandsSection() {}

  private static void write(Html html, ReportData data) {
    List<Plan.Instance> first =
        data.plan().groups().stream()
            .flatMap(group -> data.plan().instances(group.name()).limit(1))
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
    instances.stream().limit(1).forEach(first -> common.addAll(first.command()));
    instances.forEach(instance -> common.retainAll(Set.copyOf(instance.command())));
    return common;
  }
}
