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
  private final MeanExecution mean = new MeanExecution();
  private BatchStarts starts = new BatchStarts();
  private int place;
  private int places = 1;

  /**
   * Says which of the workers this one is, so that their batches begin one after the other; before
   * the first task.
   *
   * @param shared by all of them
   * @param own from 0
   */
  void among(BatchStarts shared, int own, int workers) {
    starts = shared;
    place = own;
    places = workers;
  }

  /**
   * Sees to it that a task is in the ring of its rate, and that its schedule follows its phase. A
   * schedule is moved only when no tick of it is due, so that no period is lost with it, and once
   * between two ticks at most: without a tick, a task can come here several times.
   */
  void follow(OwnedTask task, long nowNs) {
    if (task.hasPhase()) {
      return;
    }
    if (task.ring == null || !task.ring.rate().equals(task.scheduledRate())) {
      leave(task);
      task.ring = ring(task.scheduledRate(), task.isFirstTick() ? nowNs : task.deadlineNs());
      task.slotNs = task.ring.slotNs(task);
      task.phaseNs = task.ring.join(task.slotNs);
      task.layout = task.ring.layout();
      task.toBeMoved = true;
    } else if (task.layout != task.ring.layout()) {
      task.ring.joinLayout(task.ring.slotNs(task));
      setPhase(task, task.ring); // another worker was running it when the others got theirs
    }
    if (task.toBeMoved && !task.isMoved() && task.isAhead(nowNs)) {
      if (task.isFirstTick()) {
        moveFirst(task, nowNs);
      } else {
        move(task, nowNs);
      }
    }
  }

  /** A first tick is never moved later: it could not say so. */
  private static void moveFirst(OwnedTask task, long nowNs) {
    long placeNs = task.ring.timeOf(task.phaseNs, nowNs);
    if (placeNs - task.deadlineNs() <= 0) {
      task.toBeMoved = false;
      task.moveTo(placeNs);
    }
  }

  /**
   * Moves a schedule to its phase: later by at most a quarter of a period, or else earlier by less
   * than three quarters. The next tick begins a quarter of a period after the end of the one before
   * at the earliest, or when it was due. So ticks stay apart, and a long one is not followed by the
   * next at once. Where both leave no place, the schedule comes a quarter nearer with each tick.
   */
  private static void move(OwnedTask task, long nowNs) {
    long dueNs = task.deadlineNs();
    long quarterNs = task.scheduledRate().periodNs() / 4;
    long mostNs = dueNs + quarterNs;
    long apartNs = task.lastFinishedNs() + quarterNs;
    long earliestNs = apartNs - dueNs < 0 ? apartNs : dueNs;
    earliestNs = earliestNs - nowNs > 0 ? earliestNs : nowNs;
    long placeNs = task.ring.timeOf(task.phaseNs, earliestNs);
    long laterNs = task.ring.timeOf(task.phaseNs, placeNs + 1);
    placeNs = laterNs - mostNs <= 0 ? laterNs : placeNs;
    boolean isNear = placeNs - mostNs <= 0;
    task.toBeMoved = !isNear;
    task.moveTo(isNear ? placeNs : mostNs);
  }

  /**
   * Returns the ring of that rate.
   *
   * @param dueNs when a task is due for which it may be made
   */
  private PhaseRing ring(Rate rate, long dueNs) {
    for (int i = 0; i < rings.size(); i++) {
      if (rings.get(i).rate().equals(rate)) {
        return rings.get(i);
      }
    }
    PhaseRing ring = new PhaseRing(rate, starts.of(rate, place, places, dueNs), mean.ns());
    rings.add(ring);
    return ring;
  }

  /** Takes a task out of its ring, if it is in one. */
  void leave(OwnedTask task) {
    PhaseRing ring = task.ring;
    if (ring != null) {
      task.ring = null;
      ring.leave(task.phaseNs, task.slotNs, task.layout);
      if (ring.isEmpty()) {
        rings.remove(ring);
      }
    }
  }

  /**
   * Takes in how long a tick of a task kept the worker busy. If the slots do not fit any more, the
   * tasks of that ring get new phases; each moves to its own after its next tick.
   *
   * @param expectedNs how long it was expected to
   */
  void measured(OwnedTask task, long busyNs, long expectedNs, DeadlineHeap tasks) {
    mean.add(busyNs, expectedNs, MEMORY);
    PhaseRing ring = task.ring;
    if (ring == null) {
      return; // its phase was chosen by the user
    }
    ring.measured(busyNs, expectedNs);
    if (ring.isCheckDue()) {
      List<OwnedTask> members = members(ring, tasks);
      if (ring.isLayoutDue(members)) {
        layOut(ring, members);
      }
    }
  }

  private static List<OwnedTask> members(PhaseRing ring, DeadlineHeap tasks) {
    List<OwnedTask> members = new ArrayList<>();
    for (int i = 0; i < tasks.size(); i++) {
      if (tasks.peek(i).ring == ring) {
        members.add(tasks.peek(i));
      }
    }
    return members;
  }

  private static void layOut(PhaseRing ring, List<OwnedTask> members) {
    members.sort(Comparator.comparingLong(member -> member.phaseNs));
    ring.restart(members);
    for (OwnedTask member : members) {
      setPhase(member, ring);
    }
  }

  private static void setPhase(OwnedTask task, PhaseRing ring) {
    task.slotNs = ring.slotNs(task);
    long phaseNs = ring.nextSlot(task.slotNs);
    task.toBeMoved |= phaseNs != task.phaseNs;
    task.phaseNs = phaseNs;
    task.layout = ring.layout();
  }
}
