package dev.jitterlab.diagnosis.timeline;

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
 */
public record GarbageCollection(
    int id,
    long startNs,
    long endNs,
    String name,
    String why,
    long pausedNs,
    boolean failed,
    String event) {
  /** The same of a more exact name. */
  public GarbageCollection named(String exactName) {
    return new GarbageCollection(id, startNs, endNs, exactName, why, pausedNs, failed, event);
  }

  /** The same that ran out of memory while it copied. */
  public GarbageCollection thatFailed() {
    return new GarbageCollection(id, startNs, endNs, name, why, pausedNs, true, event);
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
