package dev.jitterlab.lab.proof;

import dev.jitterlab.diagnosis.Causes;
import java.util.List;
import java.util.Optional;

/**
 * How much late time a cause took in a group of a trial. What was not recorded is not zero.
 * Immutable.
 *
 * @param perServer in seconds; null if the group was not diagnosed, or if nobody knows
 * @param gap why nobody knows, as the end of a sentence; empty if it is known, or not diagnosed
 */
record CauseTime(Double perServer, String gap) {
  /** Of a group that was not diagnosed. */
  private static final CauseTime NONE = new CauseTime(null, "");

  /** Looks it up. */
  static CauseTime of(Causes causes, String group, String cause) {
    long servers = causes.sources().stream().filter(one -> isOf(one.instance(), group)).count();
    return causes.groups().stream()
        .filter(one -> one.name().equals(group) && servers > 0)
        .findFirst()
        .map(
            one ->
                missing(causes, one, cause)
                    .map(why -> new CauseTime(null, why))
                    .orElseGet(
                        () ->
                            new CauseTime(
                                one.secondsByCause().getOrDefault(cause, 0.0) / servers, "")))
        .orElse(NONE);
  }

  /**
   * What was missing to see the cause. In a server in which nothing was late it took no time, even
   * if it was not recorded there; but a server whose files could not be read may have been late.
   */
  private static Optional<String> missing(Causes causes, Causes.GroupCauses group, String cause) {
    if (!group.notRecorded().contains(cause)) {
      return Optional.empty();
    }
    List<Causes.LateEvent> late =
        causes.events().stream().filter(one -> isOf(one.instance(), group.name())).toList();
    boolean isListed = late.isEmpty() == (group.lateEvents() == 0);
    boolean isShown = late.stream().noneMatch(one -> one.notRecorded().contains(cause));
    boolean isRead =
        causes.sources().stream()
            .filter(one -> isOf(one.instance(), group.name()))
            .allMatch(one -> one.problems().isEmpty());
    if (isListed && isShown && isRead) {
      return Optional.empty();
    }
    return Optional.of(
        causes.notRecorded().stream()
            .filter(one -> one.cause().equals(cause) && !one.recorded())
            .filter(one -> one.instances().stream().anyMatch(each -> isOf(each, group.name())))
            .findFirst()
            .map(Causes.Gap::why)
            .orElse("some late ticks or requests could not show it."));
  }

  private static boolean isOf(String instance, String group) {
    return instance.startsWith(group + "/");
  }

  /**
   * Why the time cannot be compared, as a sentence; empty if it can.
   *
   * @param when such as {@code As it was}
   */
  Optional<String> obstacle(String when, String cause) {
    return gap.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%s, %s was not recorded wholly, so nobody knows whether it fell: %s"
                .formatted(when, cause, gap));
  }
}
