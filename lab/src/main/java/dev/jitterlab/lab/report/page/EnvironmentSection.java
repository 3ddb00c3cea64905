package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.jdk.JdkRelease;
import dev.jitterlab.lab.report.data.ReportData;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.table.Table;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The machine that the run was on. */
final class EnvironmentSection {
  static final Section SECTION =
      Section.of(
          "environment",
          "Environment",
          "The machine and its settings. Figures from another machine cannot be compared with"
              + " these, but ratios often can.",
          EnvironmentSection::write);

  private EnvironmentSection() {}

  private static void write(Html html, ReportData data) {
    Map<String, String> rows = new LinkedHashMap<>();
    data.environment().forEach((key, value) -> flatten(key, value, rows));
    releases(data.environment()).forEach(rows::put);
    if (rows.isEmpty()) {
      html.element("p", "No environment was recorded.", "class", "none");
      return;
    }
    Table table = Table.pairs("Recorded environment");
    rows.forEach(table::row);
    table.write(html);
  }

  /** A group's JDK to which update it is, and how much time lies between the updates. */
  private static Map<String, String> releases(Map<String, Object> environment) {
    Map<String, String> rows = new LinkedHashMap<>();
    NavigableSet<LocalDate> days = new TreeSet<>();
    if (environment.get("jdks") instanceof Map<?, ?> jdks) {
      jdks.forEach(
          (name, answer) ->
              JdkRelease.parse(String.valueOf(answer))
                  .ifPresent(
                      release -> {
                        rows.put("release of JDK " + name, release.words());
                        days.add(release.released());
                      }));
    }
    long months = days.isEmpty() ? 0 : ChronoUnit.MONTHS.between(days.first(), days.last());
    if (months > 0) {
      rows.put(
          "between the oldest and the newest",
          Units.count(months, "month")
              + ": the fixes and improvements of that time are part of the comparison");
    }
    return rows;
  }

  private static void flatten(String key, Object value, Map<String, String> rows) {
    switch (value) {
      case null -> rows.put(words(key), "not known");
      case Map<?, ?> map -> map.forEach((name, inner) -> flatten(key + " › " + name, inner, rows));
      case List<?> list when list.stream().anyMatch(Map.class::isInstance) -> {
        for (int i = 0; i < list.size(); i++) {
          flatten(key + " " + (i + 1), list.get(i), rows);
        }
      }
      case List<?> list ->
          rows.put(
              words(key), list.stream().map(String::valueOf).collect(Collectors.joining(", ")));
      case Number bytes when key.endsWith("_bytes") ->
          rows.put(words(key.replaceFirst("_bytes$", "")), Units.bytes(bytes.longValue()));
      case Number seconds when key.endsWith("_seconds") ->
          rows.put(words(key.replaceFirst("_seconds$", "")), Units.seconds(seconds.doubleValue()));
      case Boolean flag -> rows.put(words(key), flag ? "yes" : "no");
      default -> rows.put(words(key), value.toString());
    }
  }

  private static String words(String key) {
    return key.replace('_', ' ');
  }
}
