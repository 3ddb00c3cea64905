package dev.jitterlab.lab.collector;

import java.util.HashMap;
import java.util.Map;

/**
 * Which collectors the property {@code recording} switches on or off. Immutable.
 *
 * @param switches a collector's name to whether it records; those that are not named record by
 *     default or not
 */
public record RecordingSettings(Map<String, Boolean> switches) {
  /** Switches nothing. */
  public static final RecordingSettings DEFAULT = new RecordingSettings(Map.of());

  /** Copies the map. */
  public RecordingSettings {
    switches = Map.copyOf(switches);
  }

  /** What a plan has under {@code recording}; it was validated when the experiment was read. */
  public static RecordingSettings of(Map<?, ?> property) {
    Map<String, Boolean> switches = new HashMap<>();
    property.forEach(
        (name, on) -> {
          if (on instanceof Boolean isOn) {
            switches.put(name.toString(), isOn);
          }
        });
    return new RecordingSettings(switches);
  }

  /** Whether a collector records. */
  public boolean isOn(Collector collector) {
    return collector.fixed().isPresent()
        || switches.getOrDefault(collector.name(), collector.isOnByDefault());
  }

  /** The same by its name; false for one that is not known. */
  public boolean isOn(String name) {
    return KnownCollectors.named(name).filter(this::isOn).isPresent();
  }

  /** Whether everything records that does by default. */
  public boolean isWhole() {
    return KnownCollectors.all().stream().allMatch(one -> isOn(one) || !one.isOnByDefault());
  }
}
