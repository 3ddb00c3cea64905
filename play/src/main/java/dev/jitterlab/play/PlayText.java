package dev.jitterlab.play;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.terminal.Terminal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A play in words, for a terminal: its state as lines, its state in one line, and its result. */
public record PlayText(Terminal terminal) {
  /** The state, one line for each thing to look at. */
  List<String> lines(PlayState state, String watchUrl) {
    List<String> lines = new ArrayList<>();
    lines.add(
        fact(
            "played",
            Units.duration(Math.floor(state.secondsPlayed()))
                + "   services up: "
                + String.join(", ", state.services())));
    Table table =
        Table.plain(
            "llrrrrrr",
            "server",
            "version",
            "battles",
            "players",
            "played",
            "late ticks",
            "of",
            "drift p99");
    for (PlayState.Server server : state.servers()) {
      table.row(
          terminal.shown(server.isUp() ? server.id() : server.id() + " ✖"),
          server.version(),
          server.isUp() ? Units.count(server.battles()) : "gone",
          Units.count(server.players()),
          Units.count(server.battlesFinished()),
          Units.count(server.lateTicks()),
          Units.count(server.ticks()),
          seconds(server.driftP99Seconds()));
    }
    lines.addAll(table.linesThatFit(terminal));
    lines.add(
        fact(
            "queue",
            count(state.queued()) + " waiting, median wait " + atMost(state.medianWaitSeconds())));
    lines.add(fact("results", count(state.resultsStored()) + " stored"));
    lines.add(
        fact(
            "bots",
            count(state.botsPlaying()) + " of " + Units.count(state.bots()) + " in a battle"));
    lines.add(fact("watch", watchUrl));
    return lines;
  }

  private String fact(String name, String value) {
    return terminal.bold((name + " ".repeat(9)).substring(0, 9)) + terminal.shown(value);
  }

  /** The state in one line, for pipes and logs. */
  static String line(PlayState state) {
    long lateTicks = state.servers().stream().mapToLong(PlayState.Server::lateTicks).sum();
    long battles = state.servers().stream().mapToLong(PlayState.Server::battles).sum();
    long played = state.servers().stream().mapToLong(PlayState.Server::battlesFinished).sum();
    return "%s: %d servers, %d battles, %d played, %d late ticks, %s waiting, %s of %d bots playing"
        .formatted(
            Units.duration(Math.floor(state.secondsPlayed())),
            state.serversUp(),
            battles,
            played,
            lateTicks,
            count(state.queued()),
            count(state.botsPlaying()),
            state.bots());
  }

  /** The result, a few lines. */
  public String summary(PlayResult result) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "played %s: %s battles, %s players served, %s of the ticks late, longest wait %s"
            .formatted(
                Units.duration(Math.floor(result.secondsPlayed())),
                Units.count(result.battlesPlayed()),
                result.playersServed() == null ? Units.NONE : Units.count(result.playersServed()),
                result.lateTicksRatio() == null ? Units.NONE : Units.share(result.lateTicksRatio()),
                result.longestWaitSeconds() == null
                    ? Units.NONE
                    : "at most " + Units.seconds(result.longestWaitSeconds())));
    recovery(result.recovery()).ifPresent(lines::add);
    int tableAt = lines.size();
    survival(result).ifPresent(lines::add);
    if (result.upgrade() != null) {
      lines.add(
          "upgraded from %s to %s: %d of %d servers"
              .formatted(
                  result.upgrade().from(),
                  result.upgrade().to(),
                  result.upgrade().replaced(),
                  result.upgrade().servers()));
    }
    result.givenUp().forEach(id -> lines.add(id + " died again and again, and was given up"));
    if (result.audit() != null) {
      lines.addAll(audit(result.audit()));
    }
    List<String> shown = new ArrayList<>(lines.stream().map(terminal::shown).toList());
    shown.addAll(tableAt, versions(result));
    return String.join("\n", shown) + "\n";
  }

  /** A table of the versions, whose head is styled; none where there is only one. */
  private List<String> versions(PlayResult result) {
    if (result.versions().size() < 2) {
      return List.of();
    }
    Table table =
        Table.plain("lrrrrr", "version", "servers", "played", "ticks", "late", "drift p99");
    for (PlayResult.VersionResult version : result.versions()) {
      table.row(
          version.version(),
          Integer.toString(version.servers()),
          Units.count(version.battlesPlayed()),
          Units.count(version.ticks()),
          version.lateTicksRatio() == null ? Units.NONE : Units.share(version.lateTicksRatio()),
          version.driftP99Seconds() == null
              ? Units.NONE
              : "≤ " + Units.seconds(version.driftP99Seconds()));
    }
    return table.linesThatFit(terminal);
  }

  private static Optional<String> survival(PlayResult result) {
    if (result.kills() + result.died().size() == 0) {
      return Optional.empty();
    }
    return Optional.of(
        "processes killed: %s; died by themselves: %s; started again: %s"
            .formatted(
                Units.count(result.kills()),
                result.died().isEmpty() ? "none" : String.join(", ", result.died()),
                Units.count(result.restarts())));
  }

  private static List<String> audit(AuditResult audit) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "results that bots saw: %s; stored: %s; %s: %s; counted twice: %s; accounts: %s"
            .formatted(
                Units.count(audit.resultsSeen()),
                Units.count(audit.resultsStored()),
                audit.concluded() ? "lost" : "on their way",
                Units.count(audit.resultsLost()),
                Units.count(audit.countedTwice()),
                Units.count(audit.accounts())));
    audit.disagreements().forEach(what -> lines.add("disagreement: " + what));
    if (audit.concluded() && audit.disagreements().isEmpty()) {
      lines.add("accounts, battles, victories and skill agree with the results");
    }
    return lines;
  }

  /** What became of those whose server fell silent; empty if none did. */
  private static Optional<String> recovery(PlayResult.Recovery recovery) {
    if (recovery.playersRecovered() + recovery.playersLost() == 0) {
      return Optional.empty();
    }
    return Optional.of(
        "servers that fell silent: %s players play again, longest recovery %s; players lost: %s"
            .formatted(
                Units.count(recovery.playersRecovered()),
                recovery.longestSeconds() == null
                    ? Units.NONE
                    : "at most " + Units.seconds(recovery.longestSeconds()),
                Units.count(recovery.playersLost())));
  }

  private static String count(OptionalLong value) {
    return value.isPresent() ? Units.count(value.getAsLong()) : Units.NONE;
  }

  private static String seconds(OptionalDouble value) {
    if (value.isEmpty()) {
      return Units.NONE;
    }
    return Double.isInfinite(value.getAsDouble()) ? "> 10 s" : Units.seconds(value.getAsDouble());
  }

  private static String atMost(OptionalDouble value) {
    return value.isPresent() && Double.isFinite(value.getAsDouble())
        ? "at most " + Units.seconds(value.getAsDouble())
        : Units.NONE;
  }
}
