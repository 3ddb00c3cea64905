package dev.jitterlab.diagnosis.pattern;

import dev.jitterlab.diagnosis.budget.Sighting;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.GarbageCollection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Collections that stop a server for long and can be avoided: full ones, those for humongous
 * objects, those that ran out of memory while they copied, and those that the code asks for.
 */
final class LongCollections extends Pattern {
  /**
   * One sort of them.
   *
   * @param one what a single one is called, up to the noun
   * @param more what follows the noun; may be empty
   */
  private record Sort(
      String one, String more, String remedy, Predicate<GarbageCollection> includes) {
    String counted(int count) {
      return PatternWords.count(count, one) + more;
    }
  }

  /** As HotSpot words it (gcCause.cpp). */
  private static final List<String> ASKED_BY_A_TOOL =
      List.of("Heap Inspection Initiated GC", "Heap Dump Initiated GC", "Diagnostic Command");

  /** Among the full ones, a larger heap helps against the last sort only. */
  private static final List<Sort> SORTS =
      List.of(
          new Sort(
              "collection",
              " that the code asked for (System.gc)",
              "Remove the call, or start the JVM with -XX:+ExplicitGCInvokesConcurrent or"
                  + " -XX:+DisableExplicitGC.",
              one -> one.why().contains("System.gc")),
          new Sort(
              "collection",
              " for humongous objects",
              "Allocate smaller objects, or make G1's regions larger (-XX:G1HeapRegionSize).",
              one -> one.why().contains("Humongous")),
          new Sort(
              "collection",
              " that ran out of memory while copying (evacuation failure)",
              "Give the heap more room (-Xmx), or start marking earlier"
                  + " (-XX:InitiatingHeapOccupancyPercent).",
              GarbageCollection::failed),
          new Sort(
              "full collection",
              " that made room in the metaspace",
              "Let the metaspace grow further before it is collected (-XX:MetaspaceSize). If it"
                  + " grows on, find out who loads classes again and again.",
              one -> one.isFull() && one.why().contains("Metadata GC")),
          new Sort(
              "full collection",
              " that a tool asked for",
              "Do not ask for them (jcmd, a heap dump) while it matters.",
              one -> one.isFull() && ASKED_BY_A_TOOL.stream().anyMatch(one.why()::contains)),
          new Sort(
              "full collection",
              "",
              "Give the heap more room (-Xmx), or use a collector that works beside the program.",
              GarbageCollection::isFull));

  LongCollections() {
    super("long_collections", Cause.GC_PAUSE);
  }

  /** A collection is of the first sort that includes it. */
  @Override
  public List<PatternMatch> find(Case server) {
    List<GarbageCollection> left =
        new ArrayList<>(
            server.timeline().collections().stream()
                .filter(one -> server.holds(one.startNs()) && one.pausedNs() > 0)
                .toList());
    List<PatternMatch> found = new ArrayList<>();
    for (Sort sort : SORTS) {
      List<GarbageCollection> those = left.stream().filter(sort.includes()).toList();
      left.removeAll(those);
      match(server, sort, those).ifPresent(found::add);
    }
    return found;
  }

  private static Optional<PatternMatch> match(
      Case server, Sort sort, List<GarbageCollection> those) {
    long late = server.pausedNs(those);
    if (those.isEmpty() || late == 0) {
      return Optional.empty();
    }
    long paused = those.stream().mapToLong(GarbageCollection::pausedNs).sum();
    return Optional.of(
        new PatternMatch(
            "%s stopped the server for %s in all."
                .formatted(sort.counted(those.size()), PatternWords.time(paused)),
            sort.remedy(),
            late,
            longest(those)));
  }

  /** The three that stopped it for longest. */
  static List<Sighting> longest(List<GarbageCollection> those) {
    return those.stream()
        .sorted(Comparator.comparingLong(GarbageCollection::pausedNs).reversed())
        .limit(3)
        .map(
            one ->
                new Sighting(
                    one.startNs(), one.pausedNs(), "all threads", one.event(), one.words()))
        .toList();
  }
}
