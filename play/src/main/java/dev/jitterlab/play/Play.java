package dev.jitterlab.play;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.host.Failures;
import dev.jitterlab.lab.host.Processes;
import dev.jitterlab.lab.jdk.JdkFinder;
import dev.jitterlab.lab.process.LocalHost;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Plays: starts the cluster, watches it until the time is over or a signal comes, starts again what
 * dies, and ends it. Nothing of it is left behind but what was to be kept, however the lab ends.
 * For one thread, and one play.
 */
public final class Play {
  private static final String WATCH = "watch";
  private static final String HTTP = "http";
  private static final int DRAIN_MARGIN_SECONDS = 15;
  private static final String ALL_SEATS = "10";
  private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final long SCRAPE_NS = TimeUnit.SECONDS.toNanos(1);
  private static final String BOTS = "bots";
  private static final String STORE = "results";
  private static final String WAITING_RESULTS = "jitterlab_results_waiting";
  private static final String BATTLES = "jitterlab_battles";

  /** A battle that has just ended may not have shown its result yet. */
  private static final int SETTLED_LOOKS = 4;

  /** Within this time every battle has ended after its players have left. */
  private static final long SETTLE_NS = TimeUnit.SECONDS.toNanos(90);

  private final ClusterFile description;
  private final int servers;
  private final List<Version> versions;
  private final PlayChoice choice;
  private final Path java;
  private final PlayView view;
  private final Time time;
  private final PlayFigures figures;
  private final List<String> died = new CopyOnWriteArrayList<>();
  private final List<String> givenUp = new CopyOnWriteArrayList<>();
  private final Supervision supervision = new Supervision();
  private final Set<String> restarting = new HashSet<>();
  private Auditor auditor;
  private volatile RollingUpgrade upgrade; // null before it begins
  private volatile PlayEvents events;
  private volatile AuditResult audit;
  private volatile long upSinceNs;
  private volatile boolean up;

  private Play(
      ClusterFile description,
      int servers,
      List<Version> versions,
      PlayChoice choice,
      Path java,
      PlayView view,
      Time time) {
    this.description = description;
    this.servers = servers;
    this.versions = versions;
    this.choice = choice;
    this.java = java;
    this.view = view;
    this.time = time;
    this.figures = new PlayFigures(choice.bots());
  }

  /**
   * Checks everything that can be checked before anything is started.
   *
   * @param file the cluster's description
   * @param view stays the caller's
   * @throws LabException if the description, a version or a number is wrong
   */
  public static Play prepare(
      Path file, PlayChoice choice, JdkFinder jdks, PlayView view, Time time) {
    ClusterFile whole = new ClusterFileReader().read(file);
    if (choice.me() && whole.mine().isEmpty()) {
      throw LabException.wrong(
          "--me",
          file + " has no service with `when: me`",
          "Add one as docs/play.md describes, or leave the option out.");
    }
    ClusterFile description = choice.me() ? whole : whole.withoutMe();
    List<Version> versions = Version.parse(choice.versions(), jdks.find(), jdks.running());
    int fewest = choice.upgradeAfterSeconds().isPresent() ? 1 : versions.size();
    int servers = choice.servers().orElse(Math.max(description.battleServers(), fewest));
    if (choice.upgradeAfterSeconds().isPresent()) {
      requireUpgradable(choice, versions);
    } else if (servers % versions.size() != 0) {
      throw LabException.wrong(
          "--servers",
          "%d versions cannot have equal shares of %d battle servers"
              .formatted(versions.size(), servers),
          "Give a multiple of " + versions.size() + ".");
    }
    return new Play(description, servers, versions, choice, jdks.running().java(), view, time);
  }

  private static void requireUpgradable(PlayChoice choice, List<Version> versions) {
    if (versions.size() != 2) {
      throw LabException.wrong(
          "--upgrade",
          "expected two --versions, the old and the new one, found " + versions.size(),
          "Give them, such as --versions old=21,new=25.");
    }
    if (choice.chaosSeconds().isPresent() || choice.killServerAfterSeconds().isPresent()) {
      throw LabException.wrong(
          "--upgrade",
          "it kills no process, so it cannot be combined with --chaos or --kill-server",
          "Leave one of them out.");
    }
  }

  /**
   * Plays to the end.
   *
   * @param whenInterrupted is given the result in the thread of a signal, before all ends
   * @throws LabException if a service dies that the play cannot go on without, or the last battle
   *     server
   */
  public PlayResult run(Consumer<PlayResult> whenInterrupted) throws InterruptedException {
    try {
      SecureRandom random = new SecureRandom();
      PlayFolder folder =
          choice.data().isPresent()
              ? PlayFolder.keeping(choice.data().get(), random)
              : PlayFolder.make(random);
      events = new PlayEvents(folder.events(), choice.isAudited());
      auditor = new Auditor(folder.ledger());
      try (Processes processes =
          new Processes(LocalHost.open(time), time, () -> interrupted(whenInterrupted))) {
        processes.ownFolder(folder.root());
        boolean upgrades = choice.upgradeAfterSeconds().isPresent();
        List<Version> first = upgrades ? versions.subList(0, 1) : versions;
        Cluster cluster = new Cluster(description, servers, first, java, processes, folder);
        cluster.start(placeholders(folder), view::starting);
        play(cluster);
        if (choice.isAudited()) {
          view.note("the bots are leaving; waiting for the last results …");
          settle(cluster);
        }
        figures.scrape(cluster.running());
        PlayResult result = result();
        cluster.end();
        return result;
      }
    } catch (IOException e) {
      throw LabException.failed(
              "jitterlab",
              "the play could not be prepared",
              "Check that there is a shell, and room for temporary files.")
          .because(e);
    }
  }

  private PlayValues placeholders(PlayFolder folder) {
    return new PlayValues(
        Map.ofEntries(
            Map.entry(PlayValues.KEY_FILE, folder.keyFile().toString()),
            Map.entry(PlayValues.IDENTITY_KEY_FILE, folder.identityKeyFile().toString()),
            Map.entry(
                PlayValues.IDENTITY_PUBLIC_KEY_FILE, folder.identityPublicKeyFile().toString()),
            Map.entry(PlayValues.DATA_DIR, folder.data().toString()),
            Map.entry(PlayValues.LEDGER, folder.ledger().toString()),
            Map.entry(PlayValues.EVENTS, folder.events().toString()),
            Map.entry(
                PlayValues.DATABASE,
                choice.database().orElseGet(() -> folder.data().resolve(STORE).toString())),
            Map.entry(PlayValues.LEAVE_RATE, Double.toString(choice.leavesPerMinute())),
            Map.entry(PlayValues.BOTS, Integer.toString(choice.bots())),
            Map.entry(PlayValues.SERVERS, Integer.toString(servers)),
            Map.entry(PlayValues.MODE_MIX, choice.modeMix()),
            Map.entry(PlayValues.BATTLE_SECONDS, Integer.toString(choice.battleSeconds())),
            Map.entry(PlayValues.FILL_SEATS, choice.me() ? ALL_SEATS : "0"),
            Map.entry(PlayValues.DRAIN_SECONDS, Integer.toString(drainSeconds())),
            Map.entry(PlayValues.PORT, Integer.toString(choice.port()))));
  }

  /** Longer than any battle that a server has when it is told to end. */
  private int drainSeconds() {
    return choice.upgradeAfterSeconds().isPresent()
        ? choice.battleSeconds() + DRAIN_MARGIN_SECONDS
        : 0;
  }

  private void play(Cluster cluster) throws InterruptedException {
    String watchUrl = cluster.endpoint(WATCH, HTTP).orElse("(this cluster has no page)");
    description
        .mine()
        .flatMap(mine -> cluster.endpoint(mine.name(), HTTP))
        .ifPresent(page -> view.note("play at " + page));
    upSinceNs = time.nanoTime();
    up = true;
    cluster.running().forEach(one -> supervision.started(one.id(), upSinceNs));
    Optional<Chaos> chaos =
        choice.chaosSeconds().isPresent()
            ? Optional.of(new Chaos(new Random(), choice.chaosSeconds().getAsInt(), upSinceNs))
            : Optional.empty();
    Optional<AskedKill> kill =
        choice.killServerAfterSeconds().isPresent()
            ? Optional.of(new AskedKill(choice.killServerAfterSeconds().getAsInt(), view::note))
            : Optional.empty();
    long nextScrapeNs = upSinceNs;
    while (choice.seconds().isEmpty()
        || secondsPlayed() < choice.seconds().getAsInt()
        || isUpgrading()) {
      goOnUpgrading(cluster);
      kill.flatMap(each -> each.victim(playing(cluster), secondsPlayed()))
          .ifPresent(victim -> killAsAsked(cluster, victim));
      chaos
          .flatMap(each -> each.victim(cluster.ready(), time.nanoTime()))
          .ifPresent(victim -> killForAWhile(cluster, victim));
      keepUp(cluster);
      if (time.nanoTime() - nextScrapeNs >= 0) {
        nextScrapeNs = time.nanoTime() + SCRAPE_NS;
        figures.scrape(cluster.running());
        if (choice.isAudited()) {
          lookAtResults(cluster);
        }
        view.show(figures.state(secondsPlayed()), watchUrl);
      }
      time.sleepUntil(time.nanoTime() + LOOK_NS);
    }
    kill.ifPresent(AskedKill::end);
  }

  /** An upgrade that was begun is brought to its end, unless a follower was given up. */
  private boolean isUpgrading() {
    return upgrade != null && !upgrade.isDone() && !upgrade.isStopped();
  }

  private void goOnUpgrading(Cluster cluster) {
    if (choice.upgradeAfterSeconds().isEmpty()
        || secondsPlayed() < choice.upgradeAfterSeconds().getAsInt()) {
      return;
    }
    if (upgrade == null) {
      upgrade =
          new RollingUpgrade(
              new Followers(cluster, servers, versions.get(1), supervision, restarting, view),
              servers);
    }
    boolean wasStopped = upgrade.isStopped();
    upgrade.look();
    if (upgrade.isStopped() && !wasStopped) {
      view.note(
          "the upgrade stops: the replacement (%s) of server %d of %d was given up"
              .formatted(versions.get(1).label(), upgrade.replaced() + 1, servers));
    }
  }

  private void killForAWhile(Cluster cluster, Running victim) {
    view.note("killing " + victim.id() + ", chosen at random");
    events.killed(secondsPlayed(), victim.id());
    cluster.kill(victim);
    restarting.add(victim.id());
    supervision.killed(victim.id(), time.nanoTime());
  }

  /** Starts again what is down. */
  private void keepUp(Cluster cluster) {
    lookForTheDead(cluster);
    if (cluster.isInterrupted()) {
      return;
    }
    for (String id : supervision.takeDue(time.nanoTime())) {
      cluster.startAgain(id);
      supervision.started(id, time.nanoTime());
    }
    for (Running ready : cluster.ready()) {
      if (restarting.remove(ready.id())) {
        events.readyAgain(secondsPlayed(), ready.id());
      }
    }
  }

  private void lookAtResults(Cluster cluster) {
    cluster
        .endpoint(STORE, HTTP)
        .ifPresent(
            store -> {
              audit = auditor.look(URI.create(store));
              events.audited(audit);
            });
  }

  /** Lets everything arrive that is on its way, and compares what the bots saw with it. */
  private void settle(Cluster cluster) throws InterruptedException {
    long deadlineNs = time.nanoTime() + SETTLE_NS;
    supervision.forget(BOTS);
    restarting.remove(BOTS);
    cluster.end(BOTS);
    int looks = 0;
    while (looks < SETTLED_LOOKS && time.nanoTime() - deadlineNs < 0) {
      time.sleepUntil(time.nanoTime() + LOOK_NS);
      keepUp(cluster);
      figures.scrape(cluster.running());
      boolean isQuiet =
          supervision.isIdle()
              && restarting.isEmpty()
              && figures.servers(BATTLES) == 0
              && figures.servers(WAITING_RESULTS) == 0;
      looks = isQuiet ? looks + 1 : 0;
    }
    conclude(cluster, looks == SETTLED_LOOKS);
  }

  private void conclude(Cluster cluster, boolean isSettled) {
    if (!isSettled) {
      view.note("not all results have arrived after 90 s: the figures show those that have");
    }
    URI store = URI.create(cluster.endpoint(STORE, HTTP).orElseThrow());
    try {
      audit = auditor.conclude(store);
      events.audited(audit);
    } catch (IOException e) {
      throw LabException.failed(
              STORE, "the results could not be read", "See its output in the play's folder.")
          .because(e);
    }
  }

  /** The battle servers that have a battle. */
  private List<Running> playing(Cluster cluster) {
    Set<String> playing = figures.playing();
    return cluster.running().stream()
        .filter(one -> one.isBattleServer() && playing.contains(one.id()))
        .toList();
  }

  private void killAsAsked(Cluster cluster, Running server) {
    view.note("killing " + server.id() + ", as asked for");
    cluster.kill(server);
  }

  private void lookForTheDead(Cluster cluster) {
    for (Running lost : cluster.takeEnded()) {
      LabException death = Failures.died(lost.process(), "while it played");
      died.add(lost.id());
      events.died(secondsPlayed(), lost.id());
      String what = death.problems().getFirst().what() + "\n" + lost.process().lastWords();
      if (supervision.died(lost.id(), time.nanoTime())) {
        restarting.add(lost.id());
        view.note("%s died, and is started again: %s".formatted(lost.id(), what));
      } else {
        giveUp(cluster, lost, death, what);
      }
    }
  }

  private void giveUp(Cluster cluster, Running lost, LabException death, String what) {
    events.givenUp(secondsPlayed(), lost.id());
    boolean othersLeft = cluster.running().stream().anyMatch(Running::isBattleServer);
    if (!lost.isBattleServer() || !othersLeft) {
      throw death;
    }
    givenUp.add(lost.id());
    restarting.remove(lost.id()); // nothing waits for it any more
    view.note(
        "%s died %d times in a row, the play goes on without it: %s"
            .formatted(lost.id(), Supervision.MOST_IN_A_ROW + 1, what));
  }

  private double secondsPlayed() {
    return up ? (time.nanoTime() - upSinceNs) / 1e9 : 0;
  }

  private PlayResult result() {
    PlayEvents of = events;
    return figures.result(
        secondsPlayed(),
        new PlayResult.Survival(of.kills(), of.restarts(), List.copyOf(died), List.copyOf(givenUp)),
        upgraded(),
        audit);
  }

  private PlayResult.Upgrade upgraded() {
    RollingUpgrade current = upgrade;
    return choice.upgradeAfterSeconds().isEmpty()
        ? null
        : new PlayResult.Upgrade(
            versions.get(0).label(),
            versions.get(1).label(),
            current == null ? 0 : current.replaced(),
            servers);
  }

  /** Runs in the thread of a signal. */
  private void interrupted(Consumer<PlayResult> whenInterrupted) {
    view.close();
    whenInterrupted.accept(result());
  }
}
