package dev.jitterlab.lab.report.live;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.diagnosis.LiveDiagnosis;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.report.words.CauseSentences;
import dev.jitterlab.lab.report.words.EventTimes;
import dev.jitterlab.lab.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Why the newest tick or request of the servers that run was late. The recordings are followed in
 * the lab's own threads, and only while somebody looks. Thread-safe.
 */
final class LiveCauses {
  /** Where a server's Flight Recorder keeps the parts of its recording, in the server's folder. */
  private static final String REPOSITORY = "jfr";

  private static final String PARTS = ".jfr";
  private static final long LOOK_NS = TimeUnit.SECONDS.toNanos(2);

  /** A server that was killed leaves its parts; they do not grow any more. */
  private static final double ALIVE_SECONDS = 10;

  private static final double LEAST_SHARE = 0.05;

  private final RunDirectory directory;
  private final Time time;
  private final BooleanSupplier isLookedAt;
  private final Map<Path, LiveDiagnosis> followed = new HashMap<>();
  private long nextLookNs;

  LiveCauses(RunDirectory directory, Time time, BooleanSupplier isLookedAt) {
    this.directory = directory;
    this.time = time;
    this.isLookedAt = isLookedAt;
    this.nextLookNs = time.nanoTime();
  }

  /** The newest late tick or slow request of all servers, in words; null if none is explained. */
  synchronized String newest(Plan plan) {
    long nowNs = time.nanoTime();
    if (nowNs - nextLookNs >= 0) {
      nextLookNs = nowNs + LOOK_NS;
      look(plan);
    }
    return followed.values().stream()
        .flatMap(one -> one.newest().stream())
        .max(Comparator.comparingDouble(one -> one.event().at()))
        .map(LiveCauses::words)
        .orElse(null);
  }

  private void look(Plan plan) {
    followed
        .entrySet()
        .removeIf(
            one -> {
              boolean ended = one.getValue().hasEnded() || !isAlive(one.getKey());
              if (ended) {
                one.getValue().close();
              }
              return ended;
            });
    for (Plan.Block block : plan.blocks()) {
      for (Plan.Instance instance : block.instances()) {
        repository(directory.instance(instance.id()).resolve(REPOSITORY))
            .filter(found -> !followed.containsKey(found))
            .ifPresent(found -> follow(found, instance, plan));
      }
    }
  }

  private void follow(Path repository, Plan.Instance instance, Plan plan) {
    try {
      followed.put(
          repository,
          LiveDiagnosis.follow(
              repository, instance.id(), plan.subject().tickPackages(), isLookedAt));
    } catch (IOException _) {
      // The server has ended meanwhile.
    }
  }

  /** Where a server writes now; a resumed run has folders of several JVMs. */
  private Optional<Path> repository(Path folder) {
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    try (Stream<Path> children = Files.list(folder)) {
      return children.filter(Files::isDirectory).filter(this::isAlive).findFirst();
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  private boolean isAlive(Path repository) {
    try (Stream<Path> parts = Files.list(repository)) {
      double newest = 0;
      for (Path part : parts.filter(file -> file.toString().endsWith(PARTS)).toList()) {
        newest = Math.max(newest, Files.getLastModifiedTime(part).toMillis() / 1e3);
      }
      return newest >= time.epochSeconds() - ALIVE_SECONDS;
    } catch (IOException _) {
      return false;
    }
  }

  static String words(LiveDiagnosis.Explained one) {
    return one.mayLackCauses()
        ? text(one.event())
            + ". The server recorded too much to keep all of it, so causes may be missing here."
        : text(one.event());
  }

  /** Such as "12:01:02.453 UTC tick battle-7 of pool/1, late by 34 ms: 30 ms (90 %) sleeping …". */
  static String text(Causes.LateEvent event) {
    List<String> parts = new ArrayList<>();
    for (Causes.Part part : event.parts()) {
      if (part.seconds() >= LEAST_SHARE * event.latenessSeconds()) {
        String what =
            part.evidence().stream()
                .map(Causes.Evidence::what)
                .filter(words -> !words.isEmpty())
                .findFirst()
                .map(words -> " (" + words + ")")
                .orElse("");
        parts.add(CauseSentences.part(event, part) + what);
      }
    }
    return "%s %s %s of %s was late by %s: %s"
        .formatted(
            EventTimes.of(Stream.of(event.at())).text(event.at()),
            event.kind(),
            event.task(),
            event.instance(),
            Units.seconds(event.latenessSeconds()),
            String.join("; ", parts));
  }

  /** Ends following. */
  synchronized void close() {
    followed.values().forEach(LiveDiagnosis::close);
    followed.clear();
  }
}
