package dev.jitterlab.diagnosis.budget;

import dev.jitterlab.diagnosis.timeline.TimedWork;
import java.util.HashMap;
import java.util.Map;

/** The types of works, each made once for a task: there are millions of works. Not thread-safe. */
final class WorkTypes {
  private final Map<String, String> byTask = new HashMap<>();

  /** Its task without numbers. */
  String of(TimedWork work) {
    return byTask.computeIfAbsent(work.task(), _ -> work.type());
  }
}
