package dev.jitterlab.battle.server;

import dev.jitterlab.battle.rules.BattleRules;
import dev.jitterlab.battle.rules.GameMode;
import dev.jitterlab.battle.rules.ModeMix;
import dev.jitterlab.battle.server.control.BattleControl;
import dev.jitterlab.battle.server.control.BattleReport;
import dev.jitterlab.battle.server.control.BattleStatus;
import dev.jitterlab.battle.server.control.ResultKeeper;
import dev.jitterlab.battle.server.control.ServerLoad;
import dev.jitterlab.battle.session.ConnectToken;
import dev.jitterlab.tick.NanoClock;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.admission.Admission;
import dev.jitterlab.tick.admission.AdmissionGovernor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executor;

/**
 * The seats of a server that belongs to a cluster: kept for players by name, battle by battle. A
 * battle begins when all are there, or after {@link #WAIT} with those who came; with fewer than two
 * it has failed. For admission a battle counts from its reservation on, at the rate of its mode.
 * Event loop only.
 */
final class ReservedSeats implements Seats, BattleControl, Epilogue {
  /** How long a battle waits for its players. */
  static final Duration WAIT = Duration.ofSeconds(5);

  /** What ticks may take of the workers' time. */
  static final double MAX_UTILISATION = 0.7;

  /** What a new battle is taken to need until it is measured; more than the thesis's 140 µs. */
  private static final long EXPECTED_EXECUTION_NS = 500_000;

  private static final int MAX_KICKED = 1_000;

  private final ServerSettings settings;
  private final BattleHost host;
  private final ScheduledModes modes;
  private final AdmissionGovernor governor;
  private final ResultKeeper results;
  private final Executor eventLoop;
  private final NanoClock clock;
  private final Map<Long, Reservation> reservations = new LinkedHashMap<>();
  private final List<BattleReport> reports = new ArrayList<>();
  private final List<Long> kicked = new ArrayList<>();
  private boolean draining;

  ReservedSeats(
      ServerSettings settings,
      BattleHost host,
      ScheduledModes modes,
      AdmissionGovernor governor,
      ResultKeeper results,
      Executor eventLoop,
      NanoClock clock) {
    this.settings = settings;
    this.host = host;
    this.modes = modes;
    this.governor = governor;
    this.results = results;
    this.eventLoop = eventLoop;
    this.clock = clock;
  }

  @Override
  public String reserve(long battle, String mode, List<Long> players) {
    modes.of(mode); // refuses what is none
    if (players.size() < BattleRules.MIN_PLAYERS || players.size() > BattleRules.MAX_PLAYERS) {
      throw new IllegalArgumentException("a battle has 2 to 10 players, not " + players.size());
    }
    if (reservations.containsKey(battle)) {
      return "battle " + battle + " is reserved already";
    }
    if (draining) {
      return "the server drains";
    }
    if (results.refusal() != null) {
      return results.refusal();
    }
    int seats = seats() + players.size();
    if (seats > settings.maxPlayers) {
      return seats + " players would be here; the limit is " + settings.maxPlayers;
    }
    Admission answer =
        governor.mayStartLater(
            modes.rateOf(mode, settings.rules), EXPECTED_EXECUTION_NS, waitingCores());
    if (!answer.isGranted()) {
      return answer.reason();
    }
    reservations.put(battle, new Reservation(battle, mode, players, clock.nanoTime()));
    return null;
  }

  @Override
  public boolean cancel(long battle) {
    Reservation reservation = reservations.get(battle);
    if (reservation == null || reservation.running() != null) {
      return false;
    }
    reservations.remove(battle);
    reports.add(BattleReport.failed(battle));
    return true;
  }

  /** Returns what the battles will take that wait for their players, in time per time. */
  private double waitingCores() {
    double cores = 0;
    for (Reservation one : reservations.values()) {
      if (one.running() == null) {
        Rate rate = modes.rateOf(one.mode, settings.rules);
        cores += rate.hertz() * EXPECTED_EXECUTION_NS / 1e9;
      }
    }
    return cores;
  }

  private int seats() {
    return reservations.values().stream().mapToInt(one -> one.players.size()).sum();
  }

  @Override
  public void modeMix(String mix) {
    modes.command(ModeMix.parse(mix));
  }

  @Override
  public void drain() {
    draining = true;
  }

  @Override
  public ServerLoad load() {
    double utilisation = governor.utilisation();
    int seats = seats();
    String refusal = results.refusal();
    boolean admits =
        !draining
            && refusal == null
            && utilisation < MAX_UTILISATION
            && seats + 2 <= settings.maxPlayers;
    String reason =
        String.format(
            Locale.ROOT,
            "utilisation is %.3f of at most %.3f, %d of at most %d players%s%s",
            utilisation,
            MAX_UTILISATION,
            seats,
            settings.maxPlayers,
            draining ? ", draining" : "",
            refusal == null ? "" : ", " + refusal);
    return new ServerLoad(utilisation, seats, admits, draining, reason);
  }

  @Override
  public List<BattleStatus> battles() {
    List<BattleStatus> battles = new ArrayList<>();
    for (Reservation one : reservations.values()) {
      RunningBattle running = one.running();
      battles.add(
          new BattleStatus(
              one.battle,
              running == null ? 0 : running.id(),
              running == null ? one.mode : running.mode().label(),
              one.players.size(),
              one.presentCount()));
    }
    return battles;
  }

  @Override
  public List<BattleReport> takeReports() {
    List<BattleReport> taken = new ArrayList<>(reports);
    reports.clear();
    return taken;
  }

  @Override
  public void kicked(long playerId) {
    if (kicked.size() < MAX_KICKED) {
      kicked.add(playerId);
    }
  }

  @Override
  public List<Long> takeKicked() {
    List<Long> taken = new ArrayList<>(kicked);
    kicked.clear();
    return taken;
  }

  @Override
  public boolean admits(ConnectToken token) {
    Reservation reservation = reservations.get(token.battle());
    return reservation != null && reservation.isFor(token.playerId(), token.seat());
  }

  /** A session outlives its battle, so that the ENDED can be repeated; its seat does not. */
  @Override
  public boolean keepsSeat(PlayerSession session) {
    return admits(session.token);
  }

  @Override
  public boolean keepsAllSeats() {
    return false;
  }

  @Override
  public void enter(PlayerSession session, long nowNs) {
    Reservation reservation = reservations.get(session.token.battle());
    if (reservation != null && reservation.running() == null) {
      reservation.enter(session.token.seat(), session);
    }
  }

  @Override
  public void leave(PlayerSession session) {
    Reservation reservation = reservations.get(session.token.battle());
    if (reservation != null) {
      reservation.leave(session.token.seat(), session);
    }
  }

  @Override
  public int waiting(PlayerSession session) {
    Reservation reservation = reservations.get(session.token.battle());
    return reservation == null ? 0 : reservation.presentCount();
  }

  @Override
  public int needed(PlayerSession session) {
    Reservation reservation = reservations.get(session.token.battle());
    return reservation == null ? 0 : reservation.players.size();
  }

  @Override
  public void startBattles(long nowNs) {
    for (Iterator<Reservation> all = reservations.values().iterator(); all.hasNext(); ) {
      Reservation one = all.next();
      if (one.running() == null && isDue(one, nowNs) && !start(one)) {
        all.remove();
        reports.add(BattleReport.failed(one.battle));
      } else if (one.report() != null) {
        all.remove();
        reports.add(one.report());
      }
    }
  }

  @Override
  public void onOver(RunningBattle battle, Runnable then) {
    Reservation one = of(battle);
    BattleReport report = report(one);
    Runnable settled =
        () -> {
          one.settled(report);
          then.run();
        };
    if (battle.isFailed()) {
      settled.run();
    } else {
      results.keep(report, () -> eventLoop.execute(settled));
    }
  }

  private Reservation of(RunningBattle battle) {
    for (Reservation one : reservations.values()) {
      if (one.running() == battle) {
        return one;
      }
    }
    throw new IllegalStateException(battle.task() + " was not reserved");
  }

  private static boolean isDue(Reservation one, long nowNs) {
    return one.presentCount() == one.players.size() || nowNs - one.sinceNs >= WAIT.toNanos();
  }

  private boolean start(Reservation one) {
    List<PlayerSession> present = one.present();
    if (present.size() < BattleRules.MIN_PLAYERS) {
      return false;
    }
    RunningBattle running = host.start(present, modes.of(one.mode));
    if (running == null) {
      return false;
    }
    one.runs(running);
    governor.startsNow(running.rate(), EXPECTED_EXECUTION_NS);
    return true;
  }

  private BattleReport report(Reservation one) {
    RunningBattle battle = one.running();
    if (battle.isFailed()) {
      return BattleReport.failed(one.battle);
    }
    GameMode mode = battle.mode();
    Map<Long, Boolean> won = new LinkedHashMap<>();
    for (int i = 0; i < one.seatsTaken().size(); i++) {
      won.put(one.players.get(one.seatsTaken().get(i)), mode.teamOf(i) == battle.winner());
    }
    double seconds = (clock.nanoTime() - one.sinceNs) / 1e9;
    return BattleReport.played(one.battle, mode.label(), battle.ending().label(), seconds, won);
  }
}
