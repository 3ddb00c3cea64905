package dev.jitterlab.lab.collector;

import java.util.List;
import java.util.Map;

/**
 * Samples by CPU time instead of by the wall clock (JEP 509, Linux, from JDK 25 on): each thread is
 * sampled after so much CPU time of its own, in native code too, and none is left out because
 * others ran. Off by default: it is experimental, and every sample is a signal.
 *
 * <p>It is a recording without a file. All recordings of a JVM share their events, so the samples
 * lie in that of {@link FlightRecording}, which must be on.
 */
final class CpuTimeSamples extends BuiltIn {
  private static final int FIRST_FEATURE = 25;
  private static final String SETTINGS = "cpu-time.jfc";

  CpuTimeSamples() {
    super(
        "cpu_time_samples",
        "Samples by CPU time (jdk.CPUTimeSample) in the flight recording.",
        SETTINGS,
        Attachment.SERVER);
  }

  @Override
  public boolean isOnByDefault() {
    return false;
  }

  @Override
  public int sinceFeature() {
    return FIRST_FEATURE;
  }

  @Override
  public List<String> jvmArguments() {
    return List.of(
        "-XX:StartFlightRecording=name=cpu-time,settings=%s,disk=true,maxsize=256m"
            .formatted(SETTINGS));
  }

  @Override
  public Map<String, byte[]> providedFiles() {
    return FlightRecording.settings(SETTINGS);
  }
}
