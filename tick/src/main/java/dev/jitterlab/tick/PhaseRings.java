package dev.jitterlab.tick;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The {@link PhaseRing}s of one worker, one a rate, and the moving of tasks to their phases. Used
 * by the worker only, and for a task only with its claim.
 */
final class PhaseRings {
  private static final int MEMORY = 1_024;

  private final List<PhaseRing> rings = new ArrayList<>();
  private final MeanExecution mean = new MeanExecution(MEMORY);

  /**
   * Sees to it that a task is in the ring of its rate, and that its schedule follows its phase. A
   * schedule is moved earlier by less than a period, or later by at most a quarter of one, and only
   * when no tick of it is due: that no period is lost with it. A first tick is never moved later:
   * it could not say so. Such a schedule is moved after its first tick.
   */
  void follow(OwnedTask task, long nowNs) {
    if (task.hasPhase) {
      return;
    }
    if (task.ring == null || !task.ring.rate().equals(task.scheduledRate())) {
      leave(task);
      task.ring = ring(task.scheduledRate(), nowNs);
      task.phaseNs = task.ring.join();
      task.layout = task.ring.layout();
      task.toBeMoved = true;
    } else if (task.layout != task.ring.layout()) {
      setPhase(task, task.ring); // another worker was running it when the others got theirs
    }
    if (task.toBeMoved && task.isAhead(nowNs)) {
      long movedNs = task.ring.timeOf(task.phaseNs, nowNs);
      long mostLaterNs = task.isFirstTick() ? 0 : task.scheduledRate().periodNs() / 4;
      if (movedNs - task.deadlineNs() <= mostLaterNs) {
        task.toBeMoved = false;
        task.moveTo(movedNs);
      }
    }
  }

  private PhaseRing ring(Rate rate, long nowNs) {
    for (int i = 0; i < rings.size(); i++) {
      if (rings.get(i).rate().equals(rate)) {
        return rings.get(i);
      }
    }
    PhaseRing ring = new PhaseRing(rate, nowNs, mean.ns());
    rings.add(ring);
    return ring;
  }

  /** Takes a task out of its ring, if it is in one. */
  void leave(OwnedTask task) {
    PhaseRing ring = task.ring;
    if (ring != null) {
      task.ring = null;
      ring.leave(task.phaseNs, task.layout);
      if (ring.isEmpty()) {
        rings.remove(ring);
      }
    }
  }

  /**
   * Takes in how long a tick of a task kept the worker busy. If the slots do not fit any more, the
   * tasks of that ring get new phases; each moves to its own after its next tick.
   */
  void measured(OwnedTask task, long busyNs, DeadlineHeap tasks) {
    mean.add(busyNs);
    PhaseRing ring = task.ring;
    if (ring == null) {
      return; // its phase was chosen by the user
    }
    ring.measured(busyNs);
    if (ring.isLayoutDue()) {
      layOut(ring, tasks);
    }
  }

  private static void layOut(PhaseRing ring, DeadlineHeap tasks) {
    List<OwnedTask> members = new ArrayList<>();
    for (int i = 0; i < tasks.size(); i++) {
      if (tasks.peek(i).ring == ring) {
        members.add(tasks.peek(i));
      }
    }
    members.sort(Comparator.comparingLong(member -> member.phaseNs));
    ring.restart();
    for (OwnedTask member : members) {
      setPhase(member, ring);
    }
  }

  private static void setPhase(OwnedTask task, PhaseRing ring) {
    long phaseNs = ring.nextSlot();
    task.toBeMoved |= phaseNs != task.phaseNs;
    task.phaseNs = phaseNs;
    task.layout = ring.layout();
  }
}
