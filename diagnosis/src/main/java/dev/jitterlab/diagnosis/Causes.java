package dev.jitterlab.diagnosis;

import dev.jitterlab.diagnosis.view.CauseViews;
import java.util.List;
import java.util.Map;

/**
 * The causes of all late ticks and slow requests: {@code causes.json}, a public interface
 * (docs/causes.schema.json). Times are in seconds, those of the clock since the epoch. Immutable.
 *
 * @param events the late ticks and slow requests, instance by instance in order of time
 * @param groups the same added up
 * @param notRecorded causes that could not be seen, or not wholly, and the remedy
 * @param findings patterns behind the causes, the costliest first
 * @param sources what was read
 * @param views what a reader looks at beside the sums; absent in files of older versions
 */
public record Causes(
    List<LateEvent> events,
    List<GroupCauses> groups,
    List<Gap> notRecorded,
    List<Finding> findings,
    List<Source> sources,
    CauseViews views) {

  /**
   * One late tick or slow request.
   *
   * @param id unique in the file
   * @param instance the server
   * @param kind {@code tick} or {@code request}
   * @param task the tick's task, or the request's target
   * @param thread the thread that did it; absent if unknown
   * @param at when it was due
   * @param latenessSeconds its end less {@code at}, less its typical time
   * @param typicalSeconds how long its type takes when it is on time
   * @param parts add up to the lateness; the largest first
   * @param notRecorded causes that could not be seen for this event
   */
  public record LateEvent(
      String id,
      String instance,
      String kind,
      String task,
      String thread,
      double at,
      double latenessSeconds,
      double typicalSeconds,
      List<Part> parts,
      List<String> notRecorded) {}

  /**
   * A cause's part.
   *
   * @param cause its name
   * @param seconds its part
   * @param leastSeconds its part if it came last in the order of precedence
   * @param mostSeconds its part if it came first
   * @param evidence what shows it
   */
  public record Part(
      String cause,
      double seconds,
      double leastSeconds,
      double mostSeconds,
      List<Evidence> evidence) {}

  /**
   * What shows a cause.
   *
   * @param at when it began
   * @param seconds how long it took; absent without a length
   * @param thread the thread's name
   * @param event the event's name, or the log
   * @param what details
   */
  public record Evidence(double at, Double seconds, String thread, String event, String what) {}

  /**
   * A group.
   *
   * @param name its name
   * @param lateEvents how many late ticks and slow requests it has
   * @param latenessSeconds their lateness
   * @param secondsByCause the same by cause, largest first; a cause that was not recorded is absent
   * @param bounds what another order of precedence would say
   * @param notRecorded causes that could not be seen in some of its instances
   * @param eventsLeftOut how many of its events {@code events} does not list: the least late
   */
  public record GroupCauses(
      String name,
      int lateEvents,
      double latenessSeconds,
      Map<String, Double> secondsByCause,
      Map<String, Bounds> bounds,
      List<String> notRecorded,
      int eventsLeftOut) {}

  /** The least and the most that any order of precedence would give a cause. */
  public record Bounds(double leastSeconds, double mostSeconds) {}

  /**
   * A cause that could not be seen, or not wholly.
   *
   * @param cause its name
   * @param instances where
   * @param recorded whether it was recorded in part: from a threshold on
   * @param why what was missing
   * @param remedy what to do
   */
  public record Gap(
      String cause, List<String> instances, boolean recorded, String why, String remedy) {}

  /**
   * A pattern that was found.
   *
   * @param pattern its name
   * @param instance the server
   * @param standing {@code seen in the window}: it happened while ticks were late
   * @param text what was found, as a sentence
   * @param remedy what helps
   * @param seconds the late time that it may account for; absent if unknown
   * @param evidence where to look
   */
  public record Finding(
      String pattern,
      String instance,
      String standing,
      String text,
      String remedy,
      Double seconds,
      List<Evidence> evidence) {}

  /**
   * What was read of a server.
   *
   * @param instance the server
   * @param clocks how each source was brought onto the recording's clock
   * @param problems what could not be read
   * @param patternsNotRecorded patterns whose events were not recorded
   */
  public record Source(
      String instance,
      List<Clock> clocks,
      List<String> problems,
      List<String> patternsNotRecorded) {}

  /**
   * An alignment.
   *
   * @param source such as {@code gc.log}
   * @param method how
   * @param errorSeconds how far a time may be off
   */
  public record Clock(String source, String method, double errorSeconds) {}
}
