package dev.jitterlab.lab.proof;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A change that takes a cause away. Immutable.
 *
 * @param name of the group that has it
 * @param words what it changes, as the end of "less is late in the same server …"
 * @param properties what the group gets beside, or in place of, the properties of the server as it
 *     was; in the order of the file
 * @param flags the whole list of its JVM flags; empty for those of the server as it was
 */
record Intervention(String name, String words, Map<String, Object> properties, List<String> flags) {
  Intervention {
    properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    flags = List.copyOf(flags);
  }
}
