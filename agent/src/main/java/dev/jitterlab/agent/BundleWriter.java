package dev.jitterlab.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Writes one bundle: {@code recording.jfr}, the ends of {@code gc.log} and {@code jit.log} where
 * the JVM writes them, {@code machine.txt}, and {@code bundle.json}, which says why the bundle was
 * written, what it has, and what is missing (docs/agent.md). For one thread.
 */
final class BundleWriter {
  /** Of {@code bundle.json}: grows when a key changes its meaning. */
  static final int FORMAT = 1;

  private static final int MOST_LOG_BYTES = 4 << 20;
  private static final double NS = 1e9;

  private final BundleOptions options;
  private final BundleFolder folder;
  private final FlightRing ring;
  private final List<String> flags;
  private final RecordingMask mask;
  private final AgentLog log;

  /** Writes what {@code ring} has. */
  BundleWriter(
      BundleOptions options,
      BundleFolder folder,
      FlightRing ring,
      List<String> flags,
      RecordingMask mask,
      AgentLog log) {
    this.options = options;
    this.folder = folder;
    this.ring = ring;
    this.flags = List.copyOf(flags);
    this.mask = mask;
    this.log = log;
  }

  /**
   * Writes a bundle, and deletes what is too old.
   *
   * @param at the time of its name
   * @param worstNs how long the latest tick or request took, from when it was due
   * @return the bundle
   */
  Path write(Instant at, long worstNs) throws IOException {
    Path bundle = bundle(at, worstNs);
    makeRoom(bundle);
    return bundle;
  }

  private Path bundle(Instant at, long worstNs) throws IOException {
    Path unfinished = folder.begin(at);
    try {
      List<String> missing = new ArrayList<>();
      recording(unfinished.resolve("recording.jfr"), missing);
      for (String log : List.of("gc", "jit")) {
        log(unfinished, log, missing);
      }
      Files.writeString(unfinished.resolve("machine.txt"), MachineFacts.read(Path.of("/")));
      Files.write(
          unfinished.resolve("bundle.json"),
          description(at, worstNs, missing).getBytes(StandardCharsets.UTF_8));
      return folder.finish(unfinished, at);
    } catch (IOException | RuntimeException | Error e) {
      BundleFolder.delete(unfinished);
      throw e;
    }
  }

  /** An old bundle that cannot be deleted is counted; the new one is worth more. */
  private void makeRoom(Path newest) {
    try {
      folder.keep(newest, options.count, options.sizeBytes);
    } catch (IOException | UncheckedIOException e) {
      log.failed("deleting old bundles", e);
    }
  }

  private void recording(Path file, List<String> missing) throws IOException {
    if (!ring.isRunning()) {
      missing.add("recording.jfr: the recording of the last minutes was not running");
      return;
    }
    if (!ring.dump(file)) {
      missing.add("recording.jfr: the recording of the last minutes was empty");
      return;
    }
    try {
      mask.apply(file);
    } catch (IOException | RuntimeException e) {
      Files.deleteIfExists(file); // what cannot be masked is not handed on
      missing.add("recording.jfr: names could not be taken out (" + e + ")");
    }
  }

  private void log(Path bundle, String tag, List<String> missing) {
    String name = tag + ".log";
    Optional<Path> log = JvmLogs.find(flags, tag, ProcessHandle.current().pid());
    if (log.isEmpty()) {
      missing.add(name + ": the JVM writes none (" + flagFor(tag) + ")");
      return;
    }
    try {
      JvmLogs.copyEnd(log.get(), bundle.resolve(name), MOST_LOG_BYTES);
    } catch (IOException e) {
      missing.add(name + ": it could not be read (" + e.getClass().getSimpleName() + ")");
    }
  }

  private static String flagFor(String tag) {
    return tag.equals("gc")
        ? "-Xlog:gc*,safepoint:file=gc.log:time,uptime,level,tags"
        : "-Xlog:jit+compilation=debug:file=jit.log:timemillis";
  }

  private String description(Instant at, long worstNs, List<String> missing) {
    RuntimeMXBean jvm = ManagementFactory.getRuntimeMXBean();
    Map<String, Object> text = new LinkedHashMap<>();
    text.put("format", FORMAT);
    text.put("at", at.toEpochMilli() / 1e3);
    text.put("worst_seconds", worstNs / NS);
    text.put("threshold_seconds", options.when.ns() / NS);
    text.put("pid", ProcessHandle.current().pid());
    text.put("jdk", System.getProperty("java.vm.version", ""));
    text.put("jvm", System.getProperty("java.vm.name", ""));
    text.put("jvm_started_at", jvm.getStartTime() / 1e3);
    text.put("cpus", Runtime.getRuntime().availableProcessors());
    text.put("heap_bytes", Runtime.getRuntime().maxMemory());
    text.put("ring_seconds", options.ring.ns() / NS);
    text.put("ring_bytes", options.ringBytes);
    text.put("redacted", options.redact.name().toLowerCase(Locale.ROOT));
    text.put("missing", missing);
    return JsonText.of(text);
  }
}
