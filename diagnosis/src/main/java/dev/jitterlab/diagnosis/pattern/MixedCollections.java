package dev.jitterlab.diagnosis.pattern;

import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.diagnosis.timeline.GarbageCollection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Collections of G1 that take old regions together with the young ones. They come after a
 * concurrent marking, some of them in a row, and each is longer than a young one.
 */
final class MixedCollections extends Pattern {
  private static final String EVENT = "jdk.G1GarbageCollection";
  private static final String LOG = "gc.log";

  MixedCollections() {
    super("mixed_collections", Cause.GC_PAUSE);
  }

  /** Their own event or the log say which are mixed; other collectors have none. */
  @Override
  public boolean isRecorded(Case server) {
    List<GarbageCollection> all = server.timeline().collections();
    return server.sees(Cause.GC_PAUSE)
        && (server.has(EVENT)
            || all.stream().anyMatch(one -> one.event().equals(LOG))
            || (!all.isEmpty() && all.stream().noneMatch(one -> one.name().startsWith("G1"))));
  }

  @Override
  public List<PatternMatch> find(Case server) {
    List<GarbageCollection> mixed =
        server.timeline().collections().stream()
            .filter(GarbageCollection::isMixed)
            .filter(one -> server.holds(one.startNs()) && one.pausedNs() > 0)
            .sorted(Comparator.comparingLong(GarbageCollection::pausedNs).reversed())
            .toList();
    long late = server.pausedNs(mixed);
    if (mixed.isEmpty() || late == 0) {
      return List.of();
    }
    return List.of(
        new PatternMatch(
            String.format(
                Locale.ROOT,
                "%s of G1 stopped the server for %.1f ms in all, the longest for %.1f ms.",
                PatternWords.count(mixed.size(), "mixed collection"),
                mixed.stream().mapToLong(GarbageCollection::pausedNs).sum() / 1e6,
                mixed.getFirst().pausedNs() / 1e6),
            "Spread them over more, shorter ones (-XX:G1MixedGCCountTarget), or keep fewer objects"
                + " just long enough to become old.",
            late,
            LongCollections.longest(mixed)));
  }
}
