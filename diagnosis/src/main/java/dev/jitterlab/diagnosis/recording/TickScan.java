package dev.jitterlab.diagnosis.recording;

import dev.jitterlab.diagnosis.timeline.JvmTimeline;
import dev.jitterlab.diagnosis.timeline.TimedWork;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the ticks of a recording directly: there may be millions. Not thread-safe. */
final class TickScan implements ChunkWalk.Visitor {
  private static final String LONG = "long";
  private static final String TASK = "task";

  /** The fields beside the task, each at the place of its value. */
  private static final List<String> FIELDS =
      List.of(
          "startTime",
          "eventThread",
          "late",
          "index",
          "scheduled",
          "started",
          "finished",
          "runQueueDelay",
          "cpu",
          "executionRunQueueDelay",
          "total",
          "period",
          "duration");

  /** Places of values, by the order of the names above. */
  private static final int START_AT = 0;

  private static final int THREAD_AT = 1;
  private static final int LATE_AT = 2;
  private static final int NEEDED_AT = 3;
  private static final int YOUNGER_AT = 7;
  private static final int DURATION_AT = 12;
  private static final int NOWHERE = 13;

  private final TickClock into;
  private final Set<String> selected;

  /** Gets what each thread did, too; null if nobody asks. */
  private final ActivityScan activity;

  /** The names of the threads that have ticks. */
  private final Map<Long, String> threads = new HashMap<>();

  /** The numbers of these threads by the operating system's. */
  private final Map<Long, Long> systemThreads = new HashMap<>();

  private final TaskNames tasks = new TaskNames();
  private ChunkConstants constants;
  private ChunkWalk.Clock clock;
  private Plan plan;
  private long lastThread = -1;
  private boolean isLastKnown;
  private ChunkTypes.Type lastOther;
  private boolean isPartShown = true;
  private boolean isEachPartShown = true;

  /** How the events of a type are read. */
  private static final class Plan {
    private final ChunkTypes.Type type;
    private final ChunkTypes.Form[] forms;

    /** Where each field's value goes. */
    private final int[] places;

    /** The field that is the task. */
    private final int task;

    /** Which places have a field. */
    private final boolean[] has = new boolean[NOWHERE + 1];

    Plan(ChunkTypes.Type type) throws IOException {
      this.type = type;
      int fields = type.fields().size();
      forms = new ChunkTypes.Form[fields];
      places = new int[fields];
      int taskAt = -1;
      for (int i = 0; i < fields; i++) {
        ChunkTypes.Field field = type.fields().get(i);
        forms[i] = field.form();
        places[i] = place(field);
        has[places[i]] = true;
        if (field.name().equals(TASK) && field.form() == ChunkTypes.Form.TEXT) {
          taskAt = i;
        } else if (field.form() == ChunkTypes.Form.OTHER) {
          throw new IOException("a tick with a field of many values");
        }
      }
      for (int place = 0; place < YOUNGER_AT; place++) {
        if (!has[place] && place != THREAD_AT) {
          throw new IOException("a tick that lacks a field");
        }
      }
      if (taskAt < 0 || places[0] != START_AT) {
        throw new IOException("a tick of another kind");
      }
      task = taskAt;
    }

    private static int place(ChunkTypes.Field field) throws IOException {
      int place = FIELDS.indexOf(field.name());
      if (place < 0) {
        return NOWHERE;
      }
      boolean fits =
          switch (place) {
            case THREAD_AT -> field.constant() && field.typeName().equals(ChunkTypes.THREAD);
            case LATE_AT ->
                field.typeName().equals("boolean") && field.form() == ChunkTypes.Form.ONE_BYTE;
            default -> field.typeName().equals(LONG) && !field.constant() && !field.array();
          };
      if (!fits) {
        throw new IOException("a tick whose " + field.name() + " is of another kind");
      }
      return place;
    }
  }

  private final long[] values = new long[NOWHERE + 1];

  /**
   * Into a clock.
   *
   * @param selected the events that the JDK's reader is asked for
   * @param activity looks at all events on the same way; null if nobody asks for that
   */
  TickScan(TickClock into, Set<String> selected, ActivityScan activity) {
    this.into = into;
    this.selected = Set.copyOf(selected);
    this.activity = activity;
  }

  /**
   * Whether each part has an event that the JDK's reader is asked for. That one ends in silence
   * where it finds a fault, so that a part which it could not read shows by missing events alone.
   */
  boolean isEachPartShown() {
    return isEachPartShown && isPartShown;
  }

  /** The names of the threads that have ticks, by their numbers. */
  Map<Long, String> threads() {
    return threads;
  }

  /** The numbers of these threads by the operating system's; virtual ones have none. */
  Map<Long, Long> systemThreads() {
    return systemThreads;
  }

  @Override
  public void begin(ChunkTypes types, ChunkConstants constantsOfPart, ChunkWalk.Clock same) {
    if (activity != null) {
      activity.begin(types, constantsOfPart, same);
    }
    isEachPartShown &= isPartShown;
    isPartShown = false;
    lastOther = null;
    constants = constantsOfPart;
    clock = same;
    lastThread = -1;
    isLastKnown = false;
    tasks.begin(constantsOfPart);
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // the same object for all events of a part
  public void event(ChunkTypes.Type type, ChunkBytes bytes) throws IOException {
    if (plan == null || plan.type != type) {
      if (!type.name().equals(TimedWork.Kind.TICK.event())) {
        if (type != lastOther) {
          lastOther = type;
          isPartShown |= selected.contains(type.name());
        }
        if (activity != null) {
          activity.event(type, bytes);
        }
        return;
      }
      plan = new Plan(type);
    }
    String task = "";
    ChunkTypes.Form[] forms = plan.forms;
    int[] places = plan.places;
    for (int i = 0; i < forms.length; i++) {
      switch (forms[i]) {
        case NUMBER -> values[places[i]] = bytes.number();
        case ONE_BYTE -> values[places[i]] = bytes.one();
        case TEXT, FOUR_BYTES, EIGHT_BYTES, OTHER -> {
          if (i == plan.task) {
            task = tasks.read(bytes);
          } else {
            ChunkTypes.skip(bytes, forms[i]);
          }
        }
      }
    }
    long thread = thread();
    if (activity != null && thread != JvmTimeline.ALL_THREADS) {
      activity.active(thread, values[START_AT], plan.has[DURATION_AT] ? values[DURATION_AT] : 0);
    }
    boolean late = values[LATE_AT] != 0;
    boolean total = late && plan.has[YOUNGER_AT + 3] && plan.has[YOUNGER_AT + 4];
    into.add(
        task,
        values[NEEDED_AT],
        thread,
        clock.ns(values[START_AT]),
        values[NEEDED_AT + 1],
        values[NEEDED_AT + 2],
        values[NEEDED_AT + 3],
        late,
        younger(0),
        younger(1),
        younger(2),
        total ? values[YOUNGER_AT + 3] : 0,
        total ? values[YOUNGER_AT + 4] : 0);
  }

  private long younger(int which) {
    return plan.has[YOUNGER_AT + which]
        ? WorkEvents.read(values[YOUNGER_AT + which])
        : TimedWork.NOT_READ;
  }

  private long thread() {
    if (!plan.has[THREAD_AT]) {
      return JvmTimeline.ALL_THREADS;
    }
    long key = values[THREAD_AT];
    if (key != lastThread) {
      lastThread = key;
      String name = constants.thread(key);
      isLastKnown = name != null;
      if (isLastKnown) {
        threads.put(key, name);
        long systemNumber = constants.systemNumber(key);
        if (systemNumber > 0) {
          systemThreads.put(systemNumber, key);
        }
      }
    }
    return isLastKnown ? key : JvmTimeline.ALL_THREADS;
  }
}
