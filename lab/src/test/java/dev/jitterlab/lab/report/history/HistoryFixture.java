package dev.jitterlab.lab.report.history;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jitterlab.lab.RunDirectoryFixture;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.summary.SummaryBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * Many runs of one experiment: one that was measured, and the same again and again on later days
 * with other figures. The same calls write the same runs.
 */
public final class HistoryFixture {
  private static final double DAY_SECONDS = 86_400;
  private static final String CHANGED = "scheduled-pool";
  private static final double CAPACITY = 300;
  private static final double CPU_LOAD = 0.3;
  private static final double RESPONSE_SECONDS = 0.02;

  /** From day to day. */
  private static final double SPREAD = 0.02;

  private final Path folder;
  private final ObjectMapper json = new ObjectMapper();
  private final SplittableRandom random = new SplittableRandom(5);
  private final RunDirectory first;
  private int runs;
  private boolean isBound;
  private String capacityBound = "below";
  private boolean isHung;
  private boolean isDoubted;
  private boolean hasHelpers;
  private boolean isHelpedMore;
  private boolean areAnswersUnknown;
  private boolean isOld;
  private boolean isOfCapacity;
  private boolean isPausing;
  private String step; // null for none
  private double answered = Double.NaN;

  public HistoryFixture(Path folder) {
    this.folder = folder;
    this.first = new RunDirectoryFixture(folder.resolve("template/run")).inBlocks().write();
    new SummaryBuilder(first).write();
  }

  /** Adds runs whose drift p99 of the scheduled pool is so many times that of the template. */
  public HistoryFixture runs(int count, double factor) {
    for (int i = 0; i < count; i++) {
      add(factor, "Linux 6.1", 2, "valid");
    }
    return this;
  }

  /** The same, and of the pool only that it is so much at least is known. */
  public HistoryFixture bounds(int count, double factor) {
    isBound = true;
    runs(count, factor);
    isBound = false;
    return this;
  }

  /** The same, and the last instance of the pool hung and left nothing. */
  public HistoryFixture hung(int count, double factor) {
    isHung = true;
    runs(count, factor);
    isHung = false;
    return this;
  }

  /** The same, and an instance of the pool failed at something. */
  public HistoryFixture doubted(int count, double factor) {
    isDoubted = true;
    runs(count, factor);
    isDoubted = false;
    return this;
  }

  /** The same, of the time when summaries did not say how many instances count. */
  public HistoryFixture hungLongAgo(int count, double factor) {
    isOld = true;
    hung(count, factor);
    isOld = false;
    return this;
  }

  /**
   * Adds runs whose pool needs so many times the CPU time, and in which it answered that share of
   * its load.
   */
  public HistoryFixture answering(int count, double factor, double share) {
    answered = share;
    runs(count, factor);
    answered = Double.NaN;
    return this;
  }

  /** The same, and what the pool answered is not known. */
  public HistoryFixture answeringUnknown(int count, double factor) {
    areAnswersUnknown = true;
    answering(count, factor, 1);
    areAnswersUnknown = false;
    return this;
  }

  /** The same with the whole load, and the pool has helpers that may do a part of its work. */
  public HistoryFixture helped(int count, double factor) {
    hasHelpers = true;
    answering(count, factor, 1);
    hasHelpers = false;
    return this;
  }

  /** The same, and in each group helpers used much more than in other runs. */
  public HistoryFixture helpedMore(int count, double factor) {
    isHelpedMore = true;
    answering(count, factor, 1);
    isHelpedMore = false;
    return this;
  }

  /** In the runs that follow, the collector of each server paused, but for the first of a group. */
  public HistoryFixture pausing() {
    isPausing = true;
    return this;
  }

  /** The runs that follow are about the response time of that step. */
  public HistoryFixture ofStep(String journeyAndStep) {
    step = journeyAndStep;
    return this;
  }

  /** Adds runs about the capacity; the pool carries so many times what the other group does. */
  public HistoryFixture capacities(int count, double factor) {
    isOfCapacity = true;
    runs(count, factor);
    isOfCapacity = false;
    return this;
  }

  /** The same, and of the pool only that it is below that is known. */
  public HistoryFixture capacitiesBelow(int count, double factor) {
    isBound = true;
    capacities(count, factor);
    isBound = false;
    return this;
  }

  /** The same, and of the pool only that it is so much at least is known. */
  public HistoryFixture capacitiesAtLeast(int count, double factor) {
    capacityBound = "at_least";
    capacitiesBelow(count, factor);
    capacityBound = "below";
    return this;
  }

  /** The same, and the last instance of the pool hung and left nothing. */
  public HistoryFixture capacitiesAtLeastAndHung(int count, double factor) {
    isHung = true;
    capacitiesAtLeast(count, factor);
    isHung = false;
    return this;
  }

  /** Adds an invalid run in which the pool answered that share of its load. */
  public HistoryFixture invalidAnswering(double share) {
    answered = share;
    add(1, "Linux 6.1", 2, "invalid");
    answered = Double.NaN;
    return this;
  }

  /** Adds a run. */
  public HistoryFixture add(double factor, String kernel, int cores, String status) {
    try {
      RunDirectory run = new RunDirectory(root().resolve("run-%02d".formatted(runs)));
      Files.createDirectories(run.root());
      Files.copy(first.plan(), run.plan());
      ObjectNode state = (ObjectNode) json.readTree(first.runState().toFile());
      state.put("started_at", state.get("started_at").asDouble() + runs * DAY_SECONDS);
      json.writeValue(run.runState().toFile(), state);
      ObjectNode summary = (ObjectNode) json.readTree(first.summary().toFile());
      ((ObjectNode) summary.get("validity")).put("status", status);
      for (JsonNode group : summary.get("groups")) {
        boolean isChanged = group.get("name").asText().equals(CHANGED);
        double of = (isChanged ? factor : 1) * Math.exp(SPREAD * random.nextGaussian());
        change(group.get("metrics"), of, isChanged && isBound);
        group
            .get("instances")
            .forEach(instance -> change(instance.get("metrics"), of, isChanged && isBound));
        if (isPausing) {
          pause(group, of);
        }
        if (isChanged && isDoubted) {
          ((ObjectNode) group).put("doubted_instances", 1);
        }
        if (isChanged && hasHelpers) {
          ((ObjectNode) group).put("cpu_doubted_instances", 1);
        }
        ((ObjectNode) group)
            .putObject("cpu")
            .put("own_seconds", 10 * of)
            .put("helper_seconds", (isHelpedMore ? 5 : 1) * of)
            .put("measured_seconds", 12);
        if (isChanged && isHung) {
          hang((ObjectNode) group, summary.at("/outcome/figures"));
        }
      }
      if (isOfCapacity) {
        askForCapacity(summary);
      }
      if (step != null) {
        summary.put("primary_metric", "step_response_seconds." + step + ".p99");
        summary.putObject("metrics").putArray("steps").add(step);
      }
      if (Double.isFinite(answered)) {
        ObjectNode means = summary.putObject("answered").put("closed", false).putObject("means");
        summary
            .get("groups")
            .forEach(
                group -> {
                  String name = group.get("name").asText();
                  if (!areAnswersUnknown || !name.equals(CHANGED)) {
                    means.put(name, name.equals(CHANGED) ? answered : 1);
                  }
                });
      }
      json.writeValue(run.summary().toFile(), summary);
      json.writeValue(
          run.environment().toFile(),
          json.createObjectNode().put("kernel", kernel).put("cores", cores));
      runs++;
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void pause(JsonNode group, double seconds) {
    pauses(group.get("metrics"), seconds);
    JsonNode instances = group.get("instances");
    for (int i = 1; i < instances.size(); i++) {
      pauses(instances.get(i).get("metrics"), (1 + 0.01 * i) * seconds);
    }
  }

  private static void pauses(JsonNode metrics, double seconds) {
    ((ObjectNode) metrics).putObject("gc_pause_length_seconds").put("p99", seconds);
  }

  private void hang(ObjectNode group, JsonNode figures) {
    JsonNode instances = group.get("instances");
    ((ObjectNode) instances.get(instances.size() - 1)).put("nullified", true);
    if (isOld) {
      group.remove("counting_instances");
      figures.forEach(
          figure -> {
            if (figure.get("group").equals(group.get("name"))) {
              ((ObjectNode) figure).put("bound", "at_least");
            }
          });
    }
  }

  /** The group that changes comes first, as a reader might look at no other. */
  private void askForCapacity(ObjectNode summary) {
    summary.put("primary_metric", "capacity");
    summary
        .putObject("metrics")
        .putObject("capacity")
        .put("load", "jitterlab_battles")
        .put("late_above", "1.1")
        .put("late_ratio", 0.01);
    ArrayNode groups = (ArrayNode) summary.get("groups");
    groups.insert(0, groups.remove(groups.size() - 1));
  }

  private void change(JsonNode metrics, double factor, boolean isOnlyBound) {
    if (step != null) {
      ((ObjectNode) metrics)
          .putObject("own")
          .putObject("steps")
          .putObject(step)
          .put("p99", factor * RESPONSE_SECONDS);
    } else if (isOfCapacity) {
      ((ObjectNode) metrics)
          .putObject("own")
          .putObject("capacity")
          .put(isOnlyBound ? capacityBound : "load", factor * CAPACITY);
    } else if (Double.isFinite(answered)) {
      ((ObjectNode) metrics).put("cpu_load", factor * CPU_LOAD);
    } else {
      scale(metrics, factor, isOnlyBound);
    }
  }

  private static void scale(JsonNode metrics, double factor, boolean isBound) {
    ObjectNode drift = (ObjectNode) metrics.get("tick_drift_seconds");
    double scaled = factor * drift.get("p99").asDouble();
    if (isBound) {
      drift.putObject("p99").put("at_least", scaled);
    } else {
      drift.put("p99", scaled);
    }
  }

  /** The folder of the runs. */
  public Path root() {
    return folder.resolve("runs");
  }
}
