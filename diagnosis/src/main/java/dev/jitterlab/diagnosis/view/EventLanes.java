package dev.jitterlab.diagnosis.view;

import java.util.List;

/**
 * What happened around one late tick or request: threads, pauses, safepoints, compilations, waits.
 * Times are in seconds since the epoch. Immutable.
 *
 * @param event its id among the events of causes.json
 * @param instance the server
 * @param from where the window begins
 * @param to where it ends
 * @param rows what happened in it, one row for each kind of thing; rows without any are left out
 * @param links which box shows which cause
 * @param leftOut how many boxes are not there: the shortest of rows with too many
 */
public record EventLanes(
    String event,
    String instance,
    double from,
    double to,
    List<Row> rows,
    List<Link> links,
    int leftOut) {
  /** A row, such as {@code tick-worker-0: ticks}. */
  public record Row(String name, List<Box> boxes) {
    /** Copies the list. */
    public Row {
      boxes = List.copyOf(boxes);
    }
  }

  /**
   * Something that took time.
   *
   * @param at when it began; it may be before the window
   * @param seconds how long it took; absent if it has no length
   * @param kind a cause, or {@code waiting}, {@code execution} (of the event itself), {@code work},
   *     {@code collection}, {@code compilation}, {@code sample}
   * @param event what shows it: an event of Flight Recorder, or a log
   * @param what details; of several, those of the longest
   * @param count how many are drawn as one, because they are short and close together
   */
  public record Box(double at, Double seconds, String kind, String event, String what, int count) {}

  /**
   * A cause's evidence.
   *
   * @param cause the cause
   * @param row which of the rows, from 0
   * @param box which of its boxes, from 0
   */
  public record Link(String cause, int row, int box) {}

  /** Copies the lists. */
  public EventLanes {
    rows = List.copyOf(rows);
    links = List.copyOf(links);
  }
}
