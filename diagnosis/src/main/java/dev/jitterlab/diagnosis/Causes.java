package dev.jitterlab.diagnosis;

import dev.jitterlab.diagnosis.view.CauseViews;
import java.util.List;
import java.util.Locale;
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
 * @param grades how far the leading causes of each group are known to be the reason; empty in files
 *     of older versions
 */
public record Causes(
    List<LateEvent> events,
    List<GroupCauses> groups,
    List<Gap> notRecorded,
    List<Finding> findings,
    List<Source> sources,
    CauseViews views,
    List<Grade> grades,
    List<RuleOutcome> rules) {
  /** Older files lack the grades and the rules. */
  public Causes {
    grades = grades == null ? List.of() : List.copyOf(grades);
    rules = rules == null ? List.of() : List.copyOf(rules);
  }

  /** The same with other findings and grades. */
  public Causes with(List<Finding> otherFindings, List<Grade> otherGrades) {
    return new Causes(
        events, groups, notRecorded, otherFindings, sources, views, otherGrades, rules);
  }

  /**
   * How far a cause is known to be the reason of a group's lateness.
   *
   * @param group the group
   * @param cause its name
   * @param standing {@code seen in the window}, {@code follows the dose over the run}, {@code
   *     proved by an intervention} or {@code refuted by an intervention}
   * @param why what that rests on, as a sentence
   * @param dose whether lateness follows it over the run; absent if that could not be asked
   * @param intervention the trial that decided; absent without one
   */
  public record Grade(
      String group,
      String cause,
      String standing,
      String why,
      Dose dose,
      Intervention intervention) {
    /** By the diagnosis alone; {@code dose} is null if that could not be asked. */
    static Grade ofDose(String group, String cause, Dose dose) {
      if (dose == null) {
        return new Grade(
            group,
            cause,
            Standing.SEEN.words(),
            "It happened while ticks or requests were late. How much of it there was over the whole"
                + " run is not known, or the run was too short to compare.",
            null,
            null);
      }
      boolean follows = 2 * dose.following() > dose.servers();
      String figures =
          String.format(
              Locale.ROOT,
              "in %d of %d servers (rank correlation %.2f over %d pieces of time, chance %.3f, in the"
                  + " server with the most late time)",
              dose.following(),
              dose.servers(),
              dose.correlation(),
              dose.pieces(),
              dose.chance());
      return new Grade(
          group,
          cause,
          (follows ? Standing.DOSE : Standing.SEEN).words(),
          follows
              ? "More was late when there was more of it, " + figures + "."
              : "It happened while ticks or requests were late. More was late when there was more of"
                  + " it only "
                  + figures
                  + ".",
          dose,
          null);
    }

    /** The same without what a trial decided. */
    public Grade asDiagnosed() {
      return intervention == null ? this : ofDose(group, cause, dose);
    }

    /** The same, as a trial decided. */
    public Grade with(Standing decided, String reason, Intervention by) {
      return new Grade(group, cause, decided.words(), reason, dose, by);
    }
  }

  /**
   * Whether the lateness of a group follows a cause's dose.
   *
   * @param servers how many of the group had something late, also those in which it could not be
   *     asked
   * @param following in how many it does
   * @param correlation the rank correlation of the server with the most late time
   * @param chance how often as much comes about by chance there
   * @param pieces into how many pieces of time its measurement was cut
   */
  public record Dose(int servers, int following, double correlation, double chance, int pieces) {}

  /**
   * A trial that took the cause away.
   *
   * @param run its run directory
   * @param change what was changed, in words
   * @param metric what was compared
   * @param ratio with the change ÷ as it was; absent if unknown
   * @param low lower end of its interval
   * @param high upper end
   * @param p of "no difference", corrected
   * @param causeSecondsAsItWas late time by this cause, for each server as it was
   * @param causeSecondsWith the same, with the change
   */
  public record Intervention(
      String run,
      String change,
      String metric,
      Double ratio,
      Double low,
      Double high,
      Double p,
      Double causeSecondsAsItWas,
      Double causeSecondsWith) {}

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
   * @param notRecorded causes that could not be seen in some of its instances, and those without a
   *     figure that some of its late events could not show
   * @param eventsLeftOut how many of its events {@code events} does not list: the least late
   * @param lateTicks its late ticks by threshold, in periods; absent without ticks, and in files of
   *     older versions
   */
  public record GroupCauses(
      String name,
      int lateEvents,
      double latenessSeconds,
      Map<String, Double> secondsByCause,
      Map<String, Bounds> bounds,
      List<String> notRecorded,
      int eventsLeftOut,
      Map<String, LateTicks> lateTicks) {}

  /**
   * The ticks that are late at one threshold.
   *
   * @param ticks how many
   * @param explainedBy how many of them would not be above it without a cause; one tick may count
   *     for several causes, or for none
   */
  public record LateTicks(int ticks, Map<String, Integer> explainedBy) {
    /** The thresholds, in periods: those at which the servers count their late ticks. */
    public static final List<String> THRESHOLDS = List.of("1.1", "1.4", "2", "4");
  }

  /** The least and the most that any order of precedence would give a cause. */
  public record Bounds(double leastSeconds, double mostSeconds) {}

  /**
   * A cause that could not be seen, or not wholly.
   *
   * @param cause its name
   * @param instances where
   * @param recorded whether it was recorded in part: from a threshold on, or for some of the late
   *     events
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
   * @param standing how far it is known to be the reason: that of its cause in {@code grades}
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
      List<Evidence> evidence) {
    /** The same with another standing. */
    public Finding with(String otherStanding) {
      return new Finding(pattern, instance, otherStanding, text, remedy, seconds, evidence);
    }
  }

  /**
   * What a rule that a user wrote says of a server.
   *
   * @param rule its name; if it was found, a finding has it as its pattern
   * @param instance the server
   * @param outcome {@code found}, {@code not found} or {@code not recorded}
   * @param text what was found; else why it is not found or not recorded
   * @param value its figure in the window where it went furthest; absent if there is none
   * @param limit what the figure is compared with
   * @param unit the unit of both; absent for plain numbers
   * @param windows in how many windows the condition holds
   */
  public record RuleOutcome(
      String rule,
      String instance,
      String outcome,
      String text,
      Double value,
      double limit,
      String unit,
      int windows) {}

  /**
   * What was read of a server.
   *
   * @param instance the server
   * @param clocks how each source was brought onto the recording's clock
   * @param problems what could not be read
   * @param mayMissLateEvents part of its ticks or requests could not be read, so that some may have
   *     been late that are not listed
   * @param patternsNotRecorded patterns whose events were not recorded
   */
  public record Source(
      String instance,
      List<Clock> clocks,
      List<String> problems,
      boolean mayMissLateEvents,
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
