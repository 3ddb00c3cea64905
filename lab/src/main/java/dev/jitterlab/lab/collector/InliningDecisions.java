package dev.jitterlab.lab.collector;

import dev.jitterlab.arrivals.FlightSettings;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which calls the JIT compilers inlined, and which not and why: what the pattern {@code
 * method_not_inlined} of the diagnosis needs. Off by default: a compiled method has an event for
 * each call in it.
 *
 * <p>Like {@link CpuTimeSamples} it is a recording without a file. Its events lie in that of {@link
 * FlightRecording}, which must be on. It has the settings of that one, too: JDK 11 and 17 end the
 * recordings one after the other, and write the settings that are left into the file of the first.
 * A reader would take the other events for not recorded.
 */
final class InliningDecisions extends BuiltIn {
  private static final String SETTINGS = "inlining.jfc";

  InliningDecisions() {
    super(
        "inlining",
        "Which calls were inlined (jdk.CompilerInlining), in the flight recording.",
        SETTINGS,
        Attachment.SERVER);
  }

  @Override
  public boolean isOnByDefault() {
    return false;
  }

  @Override
  public List<String> jvmArguments() {
    return List.of(
        "-XX:StartFlightRecording=name=inlining,settings=default,settings=%s,settings=%s,disk=true,maxsize=256m"
            .formatted(FlightRecording.SETTINGS, SETTINGS));
  }

  @Override
  public Map<String, byte[]> providedFiles() {
    Map<String, byte[]> files = new HashMap<>(FlightRecording.settings(SETTINGS));
    files.put(FlightRecording.SETTINGS, FlightSettings.text().getBytes(StandardCharsets.UTF_8));
    return files;
  }
}
