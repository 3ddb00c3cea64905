package dev.jitterlab.lab.proof;

import dev.jitterlab.diagnosis.Causes;
import java.util.List;
import java.util.Optional;

/**
 * How much late time a cause took in a group of a trial. What was not recorded is not zero: late
 * time that could not show the cause may be all its own. Nor is late time that nobody recorded.
 * Immutable.
 *
 * @param perServer in seconds, at least so much; null if the group was not diagnosed, or if nobody
 *     knows
 * @param mostPerServer the same with all late time that could not show the cause; null if the group
 *     was not diagnosed, its files could not be read, or some of its late ticks or requests are in
 *     none
 * @param gap why one of them is not known, as the end of a sentence; empty if both are known, or
 *     the group was not diagnosed
 */
record CauseTime(Double perServer, Double mostPerServer, String gap) {
  /** Of a group that was not diagnosed. */
  private static final CauseTime NONE = new CauseTime(null, null, "");

  /** Looks it up. */
  static CauseTime of(Causes causes, String group, String cause) {
    long servers = causes.sources().stream().filter(one -> isOf(one.instance(), group)).count();
    return causes.groups().stream()
        .filter(one -> one.name().equals(group) && servers > 0)
        .findFirst()
        .map(one -> of(causes, one, cause, servers))
        .orElse(NONE);
  }

  private static CauseTime of(Causes causes, Causes.GroupCauses group, String cause, long servers) {
    boolean isSeen = !group.notRecorded().contains(cause);
    boolean isRead =
        causes.sources().stream()
            .filter(one -> isOf(one.instance(), group.name()))
            .allMatch(one -> one.problems().isEmpty());
    double known = group.secondsByCause().getOrDefault(cause, 0.0);
    double blind = blindSeconds(causes, group, cause, isSeen);
    double most = (known + blind) / servers;
    Optional<String> missing = missing(causes, group.name());
    if (isSeen && missing.isPresent()) {
      return new CauseTime(known / servers, null, missing.get());
    }
    if (isSeen || (isRead && blind <= 0)) {
      return new CauseTime(known / servers, most, "");
    }
    return new CauseTime(null, isRead ? most : null, why(causes, group, cause));
  }

  /**
   * The late time of what could not show the cause. What is not listed may be so, too, if nothing
   * showed the cause, or not all of it could: the least late requests are often those whose threads
   * are unknown.
   */
  private static double blindSeconds(
      Causes causes, Causes.GroupCauses group, String cause, boolean isSeen) {
    List<Causes.LateEvent> listed =
        causes.events().stream().filter(one -> isOf(one.instance(), group.name())).toList();
    double blind =
        listed.stream()
            .filter(one -> one.notRecorded().contains(cause))
            .mapToDouble(Causes.LateEvent::latenessSeconds)
            .sum();
    double ofListed = listed.stream().mapToDouble(Causes.LateEvent::latenessSeconds).sum();
    boolean isWhole = isSeen && (group.eventsLeftOut() == 0 || !isSeenInPart(causes, group, cause));
    return isWhole ? blind : blind + Math.max(0, group.latenessSeconds() - ofListed);
  }

  /** Why some of the late ticks or requests of a group are not in its files. */
  private static Optional<String> missing(Causes causes, String group) {
    return causes.sources().stream()
        .filter(one -> isOf(one.instance(), group) && one.mayMissLateEvents())
        .map(one -> one.problems().isEmpty() ? "files are damaged." : one.problems().getFirst())
        .findFirst();
  }

  private static boolean isSeenInPart(Causes causes, Causes.GroupCauses group, String cause) {
    return causes.notRecorded().stream()
        .filter(one -> one.cause().equals(cause) && one.recorded())
        .flatMap(one -> one.instances().stream())
        .anyMatch(instance -> isOf(instance, group.name()));
  }

  private static String why(Causes causes, Causes.GroupCauses group, String cause) {
    return causes.notRecorded().stream()
        .filter(one -> one.cause().equals(cause) && !one.recorded())
        .filter(one -> one.instances().stream().anyMatch(each -> isOf(each, group.name())))
        .findFirst()
        .map(Causes.Gap::why)
        .orElse("the threads of late ticks or requests are unknown, or files are damaged.");
  }

  private static boolean isOf(String instance, String group) {
    return instance.startsWith(group + "/");
  }

  /** Whether it is certainly so much of another time at most. */
  boolean isAtMost(double share, CauseTime of) {
    return mostPerServer != null && of.perServer != null && mostPerServer <= share * of.perServer;
  }

  /** Why nobody knows how much there was, as a sentence; empty if at least so much is known. */
  Optional<String> obstacleAsItWas(String cause) {
    return perServer == null ? obstacle("As it was", cause) : Optional.empty();
  }

  /** Why nobody knows how much there was at most with the change, as a sentence. */
  Optional<String> obstacleWithChange(String cause) {
    return obstacle("With the change", cause);
  }

  private Optional<String> obstacle(String when, String cause) {
    return gap.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%s, late ticks or requests could not show %s, so it is not known whether it fell: %s"
                .formatted(when, cause, gap));
  }
}
