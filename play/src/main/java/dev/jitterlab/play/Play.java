package dev.jitterlab.play;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.host.Failures;
import dev.jitterlab.lab.host.Processes;
import dev.jitterlab.lab.jdk.JdkFinder;
import dev.jitterlab.lab.process.LocalHost;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Plays: starts the cluster, watches it until the time is over or a signal comes, and ends it.
 * Nothing of it is left behind, however the lab ends. For one thread, and one play.
 */
public final class Play {
  private static final String WATCH = "watch";
  private static final String HTTP = "http";
  private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final long SCRAPE_NS = TimeUnit.SECONDS.toNanos(1);

  private final ClusterFile description;
  private final int servers;
  private final List<Version> versions;
  private final PlayChoice choice;
  private final Path java;
  private final PlayView view;
  private final Time time;
  private final PlayFigures figures;
  private final List<String> died = new CopyOnWriteArrayList<>();
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
    ClusterFile description = new ClusterFileReader().read(file);
    List<Version> versions = Version.parse(choice.versions(), jdks.find(), jdks.running());
    int servers = choice.servers().orElse(Math.max(description.battleServers(), versions.size()));
    if (servers % versions.size() != 0) {
      throw LabException.wrong(
          "--servers",
          "%d versions cannot have equal shares of %d battle servers"
              .formatted(versions.size(), servers),
          "Give a multiple of " + versions.size() + ".");
    }
    return new Play(description, servers, versions, choice, jdks.running().java(), view, time);
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
      PlayFolder folder = PlayFolder.make(new SecureRandom());
      try (Processes processes =
          new Processes(LocalHost.open(time), time, () -> interrupted(whenInterrupted))) {
        processes.ownFolder(folder.root());
        Cluster cluster = new Cluster(description, servers, versions, java, processes, folder);
        cluster.start(placeholders(folder), view::starting);
        play(cluster);
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
        Map.of(
            PlayValues.KEY_FILE, folder.keyFile().toString(),
            PlayValues.DATA_DIR, folder.data().toString(),
            PlayValues.BOTS, Integer.toString(choice.bots()),
            PlayValues.SERVERS, Integer.toString(servers),
            PlayValues.MODE_MIX, choice.modeMix(),
            PlayValues.BATTLE_SECONDS, Integer.toString(choice.battleSeconds()),
            PlayValues.PORT, Integer.toString(choice.port())));
  }

  private void play(Cluster cluster) throws InterruptedException {
    String watchUrl = cluster.endpoint(WATCH, HTTP).orElse("(this cluster has no page)");
    upSinceNs = time.nanoTime();
    up = true;
    boolean killed = choice.killServerAfterSeconds().isEmpty();
    long nextScrapeNs = upSinceNs;
    while (choice.seconds().isEmpty() || secondsPlayed() < choice.seconds().getAsInt()) {
      if (!killed && secondsPlayed() >= choice.killServerAfterSeconds().getAsInt()) {
        killed = true;
        killOne(cluster);
      }
      lookForTheDead(cluster);
      if (time.nanoTime() - nextScrapeNs >= 0) {
        nextScrapeNs = time.nanoTime() + SCRAPE_NS;
        figures.scrape(cluster.running());
        view.show(figures.state(secondsPlayed()), watchUrl);
      }
      time.sleepUntil(time.nanoTime() + LOOK_NS);
    }
  }

  /** The first battle server: as good as any, and the same in every play. */
  private void killOne(Cluster cluster) {
    Optional<Running> victim =
        cluster.running().stream().filter(Running::isBattleServer).findFirst();
    victim.ifPresent(
        server -> {
          view.note("killing " + server.id() + ", as asked for");
          cluster.kill(server);
        });
  }

  private void lookForTheDead(Cluster cluster) {
    for (Running lost : cluster.takeEnded()) {
      LabException death = Failures.died(lost.process(), "while it played");
      boolean othersLeft = cluster.running().stream().anyMatch(Running::isBattleServer);
      if (!lost.isBattleServer() || !othersLeft) {
        throw death;
      }
      died.add(lost.id());
      view.note(
          "%s died, the play goes on without it: %s\n%s"
              .formatted(
                  lost.id(), death.problems().getFirst().what(), lost.process().lastWords()));
    }
  }

  private double secondsPlayed() {
    return up ? (time.nanoTime() - upSinceNs) / 1e9 : 0;
  }

  private PlayResult result() {
    return figures.result(secondsPlayed(), List.copyOf(died));
  }

  /** Runs in the thread of a signal. */
  private void interrupted(Consumer<PlayResult> whenInterrupted) {
    view.close();
    whenInterrupted.accept(result());
  }
}
