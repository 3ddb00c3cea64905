package dev.jitterlab.play;

import dev.jitterlab.lab.collect.ExpositionParser;
import dev.jitterlab.lab.collect.ScrapeTarget;
import java.io.IOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the processes of a cluster show of themselves, by their newest scrapes. A process that does
 * not answer, or has ended, keeps its last figures: the counters of a server that died still count.
 * Of the many processes that a server has been in a long play with kills, the older ones are kept
 * as one.
 *
 * <p>Thread-safe: a signal asks for the result while the play scrapes.
 */
final class PlayFigures {
  private static final int TIMEOUT_MILLIS = 900;
  private static final double MEDIAN = 0.5;
  private static final double P99 = 0.99;

  private static final String BATTLES = "jitterlab_battles";
  private static final String PLAYERS = "jitterlab_players";
  private static final String BATTLES_FINISHED = "jitterlab_battles_finished_total";
  private static final String TICKS = "jitterlab_ticks_total";
  private static final String LATE_TICKS = "jitterlab_ticks_late_total";
  private static final String LATE = "threshold=\"1.1\"";
  private static final String DRIFT = "jitterlab_tick_drift_seconds";
  private static final String QUEUED = "jitterlab_matchmaker_waiting";
  private static final String WAIT = "jitterlab_matchmaker_wait_seconds";
  private static final String RESULTS = "jitterlab_cluster_results_stored";
  private static final String SERVED = WAIT + "_count";
  private static final String BOTS = "jitterlab_bot_states";
  private static final String PLAYING = "state=\"playing\"";
  private static final String LOSSES = "jitterlab_bot_losses_total";
  private static final String RECOVERY = "jitterlab_bot_recovery_seconds";

  private final int bots;
  private final Map<Running, Scrape> scrapes = new LinkedHashMap<>();
  private final Set<Running> up = new LinkedHashSet<>();

  PlayFigures(int bots) {
    this.bots = bots;
  }

  /** Asks every running process once, one after the other. */
  void scrape(List<Running> running) {
    Map<Running, Scrape> answers = new LinkedHashMap<>();
    for (Running one : running) {
      scrape(one).ifPresent(answer -> answers.put(one, answer));
    }
    synchronized (this) {
      up.clear();
      up.addAll(running);
      running.forEach(one -> scrapes.putIfAbsent(one, Scrape.NONE));
      scrapes.putAll(answers);
      addUpThePast(scrapes, Running::id);
    }
  }

  /**
   * Makes one of the processes that something has been before the last one that answered: the
   * oldest of them keeps the sums, in its place.
   */
  static <P> void addUpThePast(Map<P, Scrape> scrapes, Function<P, String> id) {
    Map<String, List<P>> lives =
        scrapes.keySet().stream().collect(Collectors.groupingBy(id, Collectors.toList()));
    for (List<P> ofOne : lives.values()) {
      int answered = ofOne.size() - 1;
      while (answered > 0 && scrapes.get(ofOne.get(answered)).series().isEmpty()) {
        answered--;
      }
      for (int i = 1; i < answered; i++) {
        scrapes.merge(ofOne.getFirst(), scrapes.remove(ofOne.get(i)), Scrape::plus);
      }
    }
  }

  /**
   * How many players have had no battle since their server fell silent. Only the last process that
   * answered can say it: the players of one that was killed have begun anew.
   */
  static <P> long withoutBattle(Map<P, Scrape> scrapes, Function<P, String> id) {
    Map<String, Scrape> newest = new LinkedHashMap<>();
    scrapes.forEach(
        (process, scrape) -> {
          if (!scrape.series().isEmpty()) {
            newest.put(id.apply(process), scrape);
          }
        });
    return newest.values().stream()
        .mapToLong(one -> count(one.sum(LOSSES)) - count(one.sum(RECOVERY + "_count")))
        .map(lost -> Math.max(0, lost))
        .sum();
  }

  private static Optional<Scrape> scrape(Running one) {
    List<URI> metrics = one.process().metrics();
    if (metrics.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(new Scrape(new ScrapeTarget(one.id(), metrics).scrape(TIMEOUT_MILLIS)));
    } catch (IOException | ExpositionParser.MalformedException e) {
      return Optional.empty(); // busy or just ended; the next look tells which
    }
  }

  /** The sum of a gauge over the battle servers that are up. */
  synchronized long servers(String gauge) {
    return count(
        Scrape.together(up.stream().filter(Running::isBattleServer).map(scrapes::get).toList())
            .sum(gauge));
  }

  /** The ids of the battle servers that are up, have a battle, and have shown its first ticks. */
  synchronized Set<String> playing() {
    return servers()
        .map(this::server)
        .filter(server -> server.battles() > 0 && server.ticks() > 0)
        .map(PlayState.Server::id)
        .collect(Collectors.toSet());
  }

  /** How the play stands. */
  synchronized PlayState state(double secondsPlayed) {
    Scrape others = others(scrapes.keySet());
    Scrape othersNow = others(up);
    return new PlayState(
        secondsPlayed,
        up.stream().filter(one -> !one.isBattleServer()).map(Running::id).toList(),
        servers().map(this::server).toList(),
        whole(othersNow.sum(QUEUED)),
        others.quantileBound(WAIT, MEDIAN),
        whole(newest(RESULTS)),
        bots,
        whole(othersNow.sum(BOTS, PLAYING)));
  }

  /** What was played. */
  synchronized PlayResult result(
      double secondsPlayed,
      PlayResult.Survival survival,
      PlayResult.Upgrade upgrade,
      AuditResult audit) {
    List<PlayResult.VersionResult> versions =
        servers()
            .collect(
                Collectors.groupingBy(
                    lives -> label(lives.getLast()), LinkedHashMap::new, Collectors.toList()))
            .entrySet()
            .stream()
            .map(entry -> version(entry.getKey(), entry.getValue()))
            .toList();
    Scrape others = others(scrapes.keySet());
    return PlayResult.of(
        secondsPlayed,
        versions,
        whole(others.sum(SERVED)),
        others.quantileBound(WAIT, 1),
        whole(newest(RESULTS)),
        recovery(others),
        servers().map(this::server).toList(),
        survival,
        upgrade,
        audit);
  }

  private PlayResult.Recovery recovery(Scrape others) {
    return new PlayResult.Recovery(
        count(others.sum(RECOVERY + "_count")),
        withoutBattle(scrapes, Running::id),
        PlayResult.finite(others.quantileBound(RECOVERY, 1)));
  }

  private PlayResult.VersionResult version(String label, List<List<Running>> servers) {
    Scrape together =
        Scrape.together(servers.stream().flatMap(List::stream).map(scrapes::get).toList());
    long ticks = count(together.sum(TICKS));
    long lateTicks = count(together.sum(LATE_TICKS, LATE));
    return new PlayResult.VersionResult(
        label,
        servers.size(),
        count(together.sum(BATTLES_FINISHED)),
        ticks,
        lateTicks,
        PlayResult.ratio(lateTicks, ticks),
        PlayResult.finite(together.quantileBound(DRIFT, P99)));
  }

  /** A server, from all the processes that it has been: their counters add up. */
  private PlayState.Server server(List<Running> lives) {
    Running newest = lives.getLast();
    Scrape now = scrapes.get(newest);
    Scrape ever = Scrape.together(lives.stream().map(scrapes::get).toList());
    boolean isUp = up.contains(newest);
    return new PlayState.Server(
        newest.id(),
        label(newest),
        isUp,
        isUp ? count(now.sum(BATTLES)) : 0,
        isUp ? count(now.sum(PLAYERS)) : 0,
        count(ever.sum(BATTLES_FINISHED)),
        count(ever.sum(TICKS)),
        count(ever.sum(LATE_TICKS, LATE)),
        ever.quantileBound(DRIFT, P99));
  }

  private static String label(Running server) {
    return server.version().orElseThrow().label();
  }

  /** The battle servers, each with the processes that it has been, oldest first. */
  private Stream<List<Running>> servers() {
    return scrapes.keySet().stream()
        .filter(Running::isBattleServer)
        .collect(Collectors.groupingBy(Running::id, LinkedHashMap::new, Collectors.toList()))
        .values()
        .stream();
  }

  /** Of services and bots: of all that were, for what is counted, or of those that are up. */
  private Scrape others(Set<Running> of) {
    return Scrape.together(
        of.stream().filter(one -> !one.isBattleServer()).map(scrapes::get).toList());
  }

  /** What the last process showed that showed it at all. */
  private OptionalDouble newest(String gauge) {
    return scrapes.values().stream()
        .flatMapToDouble(scrape -> scrape.sum(gauge).stream())
        .reduce((_, later) -> later);
  }

  private static OptionalLong whole(OptionalDouble value) {
    return value.stream().mapToLong(Math::round).findFirst();
  }

  private static long count(OptionalDouble value) {
    return Math.round(value.orElse(0));
  }
}
