package dev.jitterlab.diagnosis.timeline;

import java.util.List;

/**
 * A garbage collection. Immutable.
 *
 * @param id its number in the JVM
 * @param startNs in nanoseconds since the epoch
 * @param endNs likewise; a concurrent one lasts longer than its pauses
 * @param name such as {@code G1New}, {@code G1Full}, {@code ZGC Minor}
 * @param why such as {@code System.gc()}, {@code G1 Humongous Allocation}; empty if unknown
 * @param pausedNs the sum of its pauses
 * @param failed whether memory ran out while it copied (evacuation failure)
 * @param event the event that shows it
 * @param pauses when it stopped all threads; empty if that was not recorded
 */
public record GarbageCollection(
    int id,
    long startNs,
    long endNs,
    String name,
    String why,
    long pausedNs,
    boolean failed,
    String event,
    List<Stretch> pauses) {
  /** Copies the list. */
  public GarbageCollection {
    pauses = List.copyOf(pauses);
  }

  /** The same of a more exact name. */
  public GarbageCollection named(String exactName) {
    return new GarbageCollection(
        id, startNs, endNs, exactName, why, pausedNs, failed, event, pauses);
  }

  /** The same that ran out of memory while it copied. */
  public GarbageCollection thatFailed() {
    return new GarbageCollection(id, startNs, endNs, name, why, pausedNs, true, event, pauses);
  }

  /** The same with its pauses. */
  public GarbageCollection with(List<Stretch> known) {
    return new GarbageCollection(id, startNs, endNs, name, why, pausedNs, failed, event, known);
  }

  /**
   * Whether it stopped the program for all of its work on the old objects: a full collection, or
   * one of Shenandoah that began beside the program and could not be finished there, as its pauses
   * say. HotSpot calls G1's marking beside the program {@code G1Old}, and that of the old CMS
   * {@code ConcurrentMarkSweep}.
   */
  public boolean isFull() {
    return isFull(name)
        || name.contains("PSMarkSweep")
        || (name.contains("Old") && !name.contains("G1Old"))
        || pauses.stream().anyMatch(pause -> isFull(pause.what()));
  }

  private static boolean isFull(String words) {
    return words.contains("Full") || words.contains("Degenerated");
  }

  /** Whether it took old regions of G1 together with young ones. */
  public boolean isMixed() {
    return name.contains("Mixed") && !name.contains("Prepare");
  }

  /** Such as {@code G1New (G1 Humongous Allocation)}. */
  public String words() {
    return name + (why.isEmpty() ? "" : " (" + why + ")");
  }
}
