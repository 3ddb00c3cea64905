package dev.jitterlab.lab.experiment;

import java.util.List;

/** The keys of the experiment file; docs/experiments.md describes each, which a test checks. */
final class ExperimentFormat {
  /** At the top level. */
  static final List<String> TOP_LEVEL =
      List.of(
          "experiment",
          "question",
          "workload",
          "seed",
          "instances",
          "warmup",
          "duration",
          "ready_timeout",
          "execution",
          "baseline",
          "load_level",
          "primary_metric",
          "equivalence_margin",
          "calibrate",
          "repeats",
          "control",
          "cpu_sleep",
          "ticks",
          "fills_cpus",
          "groups",
          "exclude",
          "include",
          "defaults",
          "properties",
          "load",
          "metrics",
          "capacity",
          "published",
          "templates",
          "rules",
          "proves");

  /** Of {@code proves}; the judge of the package {@code proof} reads it. */
  static final List<String> PROVES = List.of("run", "group", "cause", "change", "words", "metric");

  /** Of {@code workload} where it describes a server. */
  static final List<String> FOREIGN = List.of("name", "server", "load");

  /** Of {@code workload.server}. */
  static final List<String> FOREIGN_SERVER =
      List.of("command", "artifacts", "ready", "metrics", "agent", "ticks", "requests");

  /** Of {@code workload.server.ready}. */
  static final List<String> FOREIGN_READY = List.of("log", "port", "http");

  /** Of {@code workload.server.ticks}. */
  static final List<String> FOREIGN_TICKS = List.of("event", "method", "rate");

  /** Of {@code workload.server.requests}. */
  static final List<String> FOREIGN_REQUESTS = List.of("slow", "method");

  /** Of {@code workload.load}. */
  static final List<String> FOREIGN_LOAD = List.of("command", "http");

  /** Of {@code instances}, where it is not a number. */
  static final List<String> INSTANCES = List.of("at_least", "at_most", "until");

  /** Of {@code warmup}, where it is not a time. */
  static final List<String> WARMUP = List.of("until", "at_most");

  /** Of one entry of {@code groups}. */
  static final List<String> VARIABLE = List.of("name", "values");

  /** Of one entry of {@code properties}. */
  static final List<String> RULE = List.of("targets", "properties", "priority");

  /** Of one entry of {@code published}. */
  static final List<String> PUBLISHED =
      List.of("claim", "source", "metric", "group", "value", "ratio");

  /** Of one entry of {@code metrics}. */
  static final List<String> METRIC =
      List.of(
          "name",
          "rate",
          "peak",
          "mean",
          "max",
          "last",
          "p50",
          "p90",
          "p95",
          "p99",
          "p999",
          "p9999",
          "longest",
          "per",
          "per_rate",
          "unit",
          "better");

  /** Of one entry of {@code templates}. */
  static final List<String> TEMPLATE = List.of("file", "to");

  /** Of {@code capacity}. */
  static final List<String> CAPACITY = List.of("load", "late_above", "late_ratio");

  /** The properties that Jitterlab acts upon; others are free. */
  static final List<String> KNOWN_PROPERTIES =
      List.of(
          "jdk",
          "jvm_arguments",
          "server",
          "environment",
          "machine",
          "recording",
          "price_per_hour",
          "faults");

  private ExperimentFormat() {}
}
