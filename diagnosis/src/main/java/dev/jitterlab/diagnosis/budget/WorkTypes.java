package dev.jitterlab.diagnosis.budget;

import dev.jitterlab.diagnosis.timeline.TimedWork;
import dev.jitterlab.diagnosis.timeline.TimedWorks;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The types of works by number: {@code battle-7} and {@code battle-8} are of one. Immutable. */
final class WorkTypes {
  private final int[] byTask;
  private final int count;

  WorkTypes(TimedWorks works) {
    List<String> tasks = works.tasks();
    byTask = new int[tasks.size()];
    Map<String, Integer> numbers = new HashMap<>();
    for (int task = 0; task < byTask.length; task++) {
      String type = TimedWork.type(tasks.get(task));
      Integer known = numbers.putIfAbsent(type, numbers.size());
      byTask[task] = known == null ? numbers.size() - 1 : known;
    }
    count = numbers.size();
  }

  /** The type of a task. */
  int of(int task) {
    return byTask[task];
  }

  /** How many there are. */
  int count() {
    return count;
  }
}
