package dev.jitterlab.diagnosis.recording;

import dev.jitterlab.diagnosis.timeline.TimelineBuilder;
import java.io.IOException;
import java.util.IdentityHashMap;
import java.util.List;

/** Reads directly when each thread did something, by all of its events. Not thread-safe. */
final class ActivityScan implements ChunkWalk.Visitor {
  private static final String LONG = "long";

  private final TimelineBuilder timeline;
  private final IdentityHashMap<ChunkTypes.Type, Plan> plans = new IdentityHashMap<>();
  private ChunkConstants constants;
  private ChunkWalk.Clock clock;
  private ChunkTypes types;
  private Plan plan;
  private long lastThread = -1;
  private boolean isLastKnown;

  /**
   * Where a type's events name their thread.
   *
   * @param duration the place of the duration among the fields; below 0 if there is none
   * @param thread the place of the thread; below 0 if the events are of no thread
   */
  private record Plan(ChunkTypes.Type type, int duration, int thread) {
    static Plan of(ChunkTypes.Type type) throws IOException {
      List<ChunkTypes.Field> fields = type.fields();
      int duration = -1;
      int thread = -1;
      for (int i = 0; i < fields.size(); i++) {
        ChunkTypes.Field field = fields.get(i);
        if (field.name().equals("duration")) {
          duration = i;
        } else if (field.name().equals("eventThread")
            && field.typeName().equals(ChunkTypes.THREAD)
            && field.constant()) {
          thread = i;
        }
      }
      boolean usual =
          !fields.isEmpty()
              && fields.getFirst().name().equals("startTime")
              && fields.getFirst().typeName().equals(LONG)
              && (duration < 0 || (duration == 1 && fields.get(1).typeName().equals(LONG)));
      if (!usual) {
        throw new IOException("an event of another kind: " + type.name());
      }
      return new Plan(type, duration, thread);
    }
  }

  ActivityScan(TimelineBuilder timeline) {
    this.timeline = timeline;
  }

  @Override
  public void begin(ChunkTypes typesOfPart, ChunkConstants constantsOfPart, ChunkWalk.Clock same) {
    types = typesOfPart;
    constants = constantsOfPart;
    clock = same;
    lastThread = -1;
    isLastKnown = false;
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // the same object for all events of a part
  public void event(ChunkTypes.Type type, ChunkBytes bytes) throws IOException {
    if (plan == null || plan.type != type) {
      plan = plans.get(type);
      if (plan == null) {
        plan = Plan.of(type);
        plans.put(type, plan);
      }
    }
    if (plan.thread < 0) {
      return;
    }
    long start = bytes.number();
    long end = plan.duration < 0 ? start : start + bytes.number();
    for (int i = plan.duration < 0 ? 1 : 2; i < plan.thread; i++) {
      types.skip(bytes, type.fields().get(i));
    }
    long thread = bytes.number();
    if (thread != lastThread) {
      lastThread = thread;
      isLastKnown = constants.thread(thread) != null;
    }
    if (isLastKnown) {
      active(thread, start, end - start);
    }
  }

  /** A thread that is known did something. */
  void active(long thread, long start, long duration) {
    timeline.active(thread, clock.ns(start));
    timeline.active(thread, clock.ns(start + duration));
  }
}
