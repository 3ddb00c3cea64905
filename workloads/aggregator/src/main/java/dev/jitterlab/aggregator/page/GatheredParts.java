package dev.jitterlab.aggregator.page;

import dev.jitterlab.aggregator.cache.Fragment;
import dev.jitterlab.aggregator.call.CallException;
import dev.jitterlab.aggregator.call.CallOutcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What has come of a page's parts when it is put together. Confined to one thread at a time. */
final class GatheredParts {
  private final Map<String, Object> values = new LinkedHashMap<>();
  private final List<String> missing = new ArrayList<>();
  private boolean old;
  private boolean hasShared;
  private long madeNs; // of the oldest shared part
  private CallOutcome fatal;

  void come(Part part, Fragment fragment) {
    put(part.name, fragment.value());
    old |= fragment.isOld();
    if (part.cached) {
      boolean isOldest = !hasShared || fragment.madeNs() - madeNs < 0;
      madeNs = isOldest ? fragment.madeNs() : madeNs;
      hasShared = true;
    }
  }

  void put(String name, Object value) {
    values.put(name, value);
  }

  void isMissing(Part part, Throwable failure) {
    missing.add(part.name);
    if (part.required && fatal == null) {
      fatal = CallException.outcomeOf(failure);
    }
  }

  Map<String, Object> values() {
    return values;
  }

  Object get(String name) {
    return values.get(name);
  }

  List<String> missing() {
    return missing;
  }

  /** Returns whether a part is no longer fresh. */
  boolean hasOld() {
    return old;
  }

  /** Returns when the oldest part was made that all customers share; there must be one. */
  long madeNs() {
    return madeNs;
  }

  /** Returns why a part without which there is no page is missing; null if none is. */
  CallOutcome fatal() {
    return fatal;
  }
}
