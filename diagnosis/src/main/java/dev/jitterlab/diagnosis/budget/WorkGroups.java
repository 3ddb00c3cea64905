package dev.jitterlab.diagnosis.budget;

import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.TimedWorks;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/**
 * Works that have to do with one another, because a thread did both or because they are of one
 * task, are in one group. So the lateness of each group can be divided beside that of the others.
 * Immutable.
 */
final class WorkGroups {
  /** Starting a thread takes longer than dividing fewer works. */
  private static final int LEAST_WORKS = 20_000;

  /** By the number of a task, a task of the same thread or the task itself: a tree. */
  private final int[] parents;

  private final int[] byTask;
  private final int count;

  /**
   * Finds them.
   *
   * @param most no more groups than that
   */
  WorkGroups(TimedWorks works, int most) {
    parents = new int[works.tasks().size()];
    byTask = new int[parents.length];
    if (most < 2 || works.size() < LEAST_WORKS) {
      count = 1;
      return;
    }
    Arrays.setAll(parents, task -> task);
    int[] worksOf = new int[parents.length];
    long[] threads = new long[parents.length];
    Arrays.fill(threads, JvmTimeline.ALL_THREADS);
    Map<Long, Integer> taskOfThread = new HashMap<>();
    for (int at = 0; at < works.size(); at++) {
      int task = works.task(at);
      worksOf[task]++;
      long thread = works.thread(at);
      if (thread != threads[task] && thread != JvmTimeline.ALL_THREADS) {
        threads[task] = thread;
        Integer other = taskOfThread.putIfAbsent(thread, task);
        if (other != null) {
          parents[root(task)] = root(other);
        }
      }
    }
    count = spread(worksOf, most);
  }

  private int root(int task) {
    int at = task;
    while (parents[at] != at) {
      parents[at] = parents[parents[at]];
      at = parents[at];
    }
    return at;
  }

  /** The tree with the most works goes to the group that has the fewest so far. */
  private int spread(int[] worksOf, int most) {
    int[] worksOfRoot = new int[parents.length];
    for (int task = 0; task < parents.length; task++) {
      worksOfRoot[root(task)] += worksOf[task];
    }
    Integer[] roots = new Integer[parents.length];
    Arrays.setAll(roots, task -> task);
    Arrays.sort(roots, Comparator.comparingInt(root -> -worksOfRoot[root]));
    int[] worksOfGroup = new int[most];
    int[] groupOfRoot = new int[parents.length];
    int used = 1;
    for (int root : roots) {
      if (worksOfRoot[root] > 0) {
        int least = 0;
        for (int group = 1; group < most; group++) {
          least = worksOfGroup[group] < worksOfGroup[least] ? group : least;
        }
        worksOfGroup[least] += worksOfRoot[root];
        groupOfRoot[root] = least;
        used = Math.max(used, least + 1);
      }
    }
    for (int task = 0; task < parents.length; task++) {
      byTask[task] = groupOfRoot[root(task)];
    }
    return used;
  }

  /** How many there are: 1 or more. */
  int count() {
    return count;
  }

  /** The group of a task's works, from 0. */
  int of(int task) {
    return byTask[task];
  }
}
