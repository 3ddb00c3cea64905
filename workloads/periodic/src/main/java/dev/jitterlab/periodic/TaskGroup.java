package dev.jitterlab.periodic;

import dev.jitterlab.tick.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tasks of one rate: {@code 500@20} is 500 tasks at 20 Hz. Immutable and thread-safe. */
final class TaskGroup {
  static final int MAX_TASKS = 1_000_000;

  private static final Pattern FORM = Pattern.compile("(\\d{1,7})@(\\d{1,7})(?:/(\\d{1,7}))?");

  private final int count;
  private final Rate rate;

  private TaskGroup(int count, Rate rate) {
    this.count = count;
    this.rate = rate;
  }

  /**
   * Reads groups such as {@code 500@20,1@30000/1001}: count, rate in ticks per second, or in ticks
   * per so many seconds.
   *
   * @throws IllegalArgumentException if a part of the text is no group, or all are too many
   */
  static List<TaskGroup> parse(String text) {
    List<TaskGroup> groups = new ArrayList<>();
    int tasks = 0;
    for (String part : text.split(",", -1)) {
      TaskGroup group = parseOne(part.strip());
      groups.add(group);
      tasks += group.count;
      if (tasks > MAX_TASKS) {
        throw new IllegalArgumentException("--tasks: at most " + MAX_TASKS + " tasks");
      }
    }
    return groups;
  }

  private static TaskGroup parseOne(String part) {
    Matcher form = FORM.matcher(part);
    if (!form.matches() || Integer.parseInt(form.group(1)) < 1) {
      throw new IllegalArgumentException(
          "--tasks: expected <count>@<ticks per second>, such as 500@20 or 1@30000/1001; found '"
              + part
              + "'");
    }
    try {
      long seconds = form.group(3) == null ? 1 : Long.parseLong(form.group(3));
      Rate rate = Rate.of(Long.parseLong(form.group(2)), seconds);
      return new TaskGroup(Integer.parseInt(form.group(1)), rate);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--tasks: '" + part + "': " + e.getMessage(), e);
    }
  }

  int count() {
    return count;
  }

  Rate rate() {
    return rate;
  }
}
