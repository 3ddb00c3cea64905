package dev.jitterlab.diagnosis;

import dev.jitterlab.diagnosis.recording.RecordingReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import jdk.jfr.EventType;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Follows the recording of a JVM that runs, and explains its newest late tick or slow request. It
 * reads the parts that Flight Recorder writes once a second, in a thread of its own in this
 * process: the JVM that is followed does nothing for it. That JVM must be JDK 14 or later: JDK 11
 * writes a part when it is whole.
 *
 * <p>What the diagnosis needs is kept for {@link #WINDOW_SECONDS} seconds, at most {@link
 * #MOST_EVENTS} events; what was late while others went is said to lack causes. Causes that take
 * longer to show, such as a pattern, are left to the finished recording. Thread-safe.
 */
public final class LiveDiagnosis implements AutoCloseable {
  /** How far back events are kept. */
  static final int WINDOW_SECONDS = 20;

  /** With more, the oldest go. */
  static final int MOST_EVENTS = 20_000;

  /** A late tick is explained only when what comes right after it is there too. */
  private static final double AFTERMATH_SECONDS = 1;

  /** Explaining takes at most one part in so many of a core's time. */
  private static final int COST_PAUSES = 20;

  private final String instance;
  private final List<String> tickPackages;
  private final EventStream stream;
  private final Deque<RecordedEvent> events = new ArrayDeque<>();

  /** The settings come once, at the start of each part of the recording. */
  private final List<RecordedEvent> settings = new ArrayList<>();

  private Collection<EventType> types = List.of();
  private boolean somethingIsLate;
  private volatile Explained newest;

  /** What ended until then may have gone, in seconds since the epoch. */
  private double goneUntil = Double.NEGATIVE_INFINITY;

  private volatile boolean ended;
  private long notBeforeNs = System.nanoTime();

  /**
   * What was late, with its causes.
   *
   * @param event what was late
   * @param mayLackCauses whether there were too many events to keep all that happened meanwhile
   */
  public record Explained(Causes.LateEvent event, boolean mayLackCauses) {}

  private LiveDiagnosis(String instance, List<String> tickPackages, EventStream stream) {
    this.instance = instance;
    this.tickPackages = List.copyOf(tickPackages);
    this.stream = stream;
  }

  /**
   * Begins to follow a JVM.
   *
   * @param repository the folder in which its Flight Recorder keeps the parts
   * @param instance what the JVM is called in the result
   * @param tickPackages the packages whose methods are part of ticks or requests
   * @param goesOn asked once a second; the first time it says no, following ends
   * @throws IOException if the folder cannot be read
   */
  public static LiveDiagnosis follow(
      Path repository, String instance, List<String> tickPackages, BooleanSupplier goesOn)
      throws IOException {
    EventStream stream = EventStream.openRepository(repository);
    LiveDiagnosis live = new LiveDiagnosis(instance, tickPackages, stream);
    stream.setReuse(false);
    stream.setStartTime(Instant.now().minusSeconds(WINDOW_SECONDS));
    stream.onMetadata(metadata -> live.types = List.copyOf(metadata.getEventTypes()));
    for (String name : RecordingReader.eventNames()) {
      stream.onEvent(name, live::event);
    }
    stream.onError(_ -> {}); // the server ended, and took its parts with it
    stream.onFlush(
        () -> {
          live.flushed();
          if (!goesOn.getAsBoolean()) {
            live.close();
          }
        });
    Thread.ofPlatform().name("lab-live-causes").daemon().start(stream::start);
    return live;
  }

  private synchronized void event(RecordedEvent event) {
    String name = event.getEventType().getName();
    if (name.equals("jdk.ActiveSetting")) {
      settings.add(event);
      return;
    }
    somethingIsLate |=
        name.equals("jitterlab.Request")
            || (name.equals("jitterlab.Tick") && event.getBoolean("late"));
    events.add(event);
    if (events.size() > MOST_EVENTS) {
      goneUntil = Math.max(goneUntil, seconds(events.removeFirst().getEndTime()));
    }
  }

  private synchronized void flushed() {
    if (events.isEmpty()) {
      return;
    }
    Instant end = events.getLast().getEndTime();
    Instant from = end.minusSeconds(WINDOW_SECONDS);
    events.removeIf(event -> event.getEndTime().isBefore(from));
    goneUntil = Math.max(goneUntil, seconds(from));
    newestSettings();
    long beganNs = System.nanoTime();
    if (!somethingIsLate || beganNs - notBeforeNs < 0) {
      return;
    }
    List<RecordedEvent> all = new ArrayList<>(settings);
    all.addAll(events);
    double until = seconds(end) - AFTERMATH_SECONDS;
    List<Causes.LateEvent> late = Diagnosis.ofEvents(instance, types, all, tickPackages).events();
    newestOver(late, until)
        .filter(event -> newest == null || event.at() > newest.event().at())
        .ifPresent(event -> newest = new Explained(event, mayLackCauses(event, goneUntil)));
    somethingIsLate = isAnyLeft(late, until);
    long endedNs = System.nanoTime();
    notBeforeNs = endedNs + COST_PAUSES * (endedNs - beganNs);
  }

  /** The newest one of which the aftermath is there, too. */
  static Optional<Causes.LateEvent> newestOver(List<Causes.LateEvent> late, double until) {
    return late.stream()
        .filter(event -> endSeconds(event) <= until)
        .max(Comparator.comparingDouble(Causes.LateEvent::at));
  }

  /** Whether there is one that has to wait for the next look. */
  static boolean isAnyLeft(List<Causes.LateEvent> late, double until) {
    return late.stream().anyMatch(event -> endSeconds(event) > until);
  }

  /** Whether what ended after it was due may have gone. */
  static boolean mayLackCauses(Causes.LateEvent event, double goneUntil) {
    return event.at() < goneUntil;
  }

  private static double seconds(Instant time) {
    return time.getEpochSecond() + time.getNano() / 1e9;
  }

  private static double endSeconds(Causes.LateEvent event) {
    return event.at() + event.latenessSeconds() + event.typicalSeconds();
  }

  /** Each part has all of them again; those of the newest one count. */
  private void newestSettings() {
    if (!settings.isEmpty()) {
      Instant newestPart = settings.getLast().getStartTime().minusSeconds(1);
      settings.removeIf(setting -> setting.getStartTime().isBefore(newestPart));
    }
  }

  /** The newest late tick or slow request, with its causes; empty if there was none. */
  public Optional<Explained> newest() {
    return Optional.ofNullable(newest);
  }

  /** Whether following has ended. */
  public boolean hasEnded() {
    return ended;
  }

  /** Ends following. */
  @Override
  public void close() {
    ended = true;
    stream.close();
  }
}
