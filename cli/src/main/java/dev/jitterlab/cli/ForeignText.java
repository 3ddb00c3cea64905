package dev.jitterlab.cli;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.plan.Foreign;
import java.util.ArrayList;
import java.util.List;

/**
 * What a plan says of a server that is none of Jitterlab's own: key, value, and where it is set.
 */
final class ForeignText {
  private static final String DEFAULT = "default";

  private ForeignText() {}

  static List<List<String>> rows(Foreign foreign) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(row("command", "see above", "server.command", foreign));
    String ready =
        switch (foreign.sign()) {
          case LOG -> "a line like '" + foreign.ready() + "'";
          case PORT -> "port " + foreign.ready() + " takes a connection";
          case HTTP -> foreign.ready() + " answers with a status of 200 to 299";
        };
    rows.add(row("ready when", ready, "server.ready", foreign));
    rows.add(row("metrics", metrics(foreign), "server.metrics", foreign));
    rows.add(row("ticks", ticks(foreign.ticks()), "server.ticks", foreign));
    if (foreign.origins().containsKey("load.http")) {
      rows.add(row("load", "Jitterlab's own over HTTP, see below", "load.http", foreign));
    } else {
      boolean loaded = !foreign.load().isEmpty();
      rows.add(row("load", loaded ? "a command, see above" : "none", "load.command", foreign));
    }
    return rows;
  }

  private static String metrics(Foreign foreign) {
    return foreign.metrics().isEmpty()
        ? "none: only its CPU time and memory are sampled"
        : String.join(", ", foreign.metrics());
  }

  private static String ticks(Foreign.Ticks ticks) {
    return ticks == null
        ? "none: there are no figures of ticks"
        : "%s %s, %s a second"
            .formatted(ticks.source().word(), ticks.name(), Units.number(ticks.rateHz()));
  }

  private static List<String> row(String name, String value, String key, Foreign foreign) {
    return List.of(name, value, foreign.origins().getOrDefault(key, DEFAULT));
  }
}
