package dev.jitterlab.battle.server;

import dev.jitterlab.battle.protocol.StateEncoder;
import dev.jitterlab.battle.protocol.StateUpdates;
import dev.jitterlab.battle.recording.BattleRecording;
import dev.jitterlab.battle.rules.Battle;
import dev.jitterlab.battle.rules.BattleRules;
import dev.jitterlab.battle.rules.DeterministicRandom;
import dev.jitterlab.battle.server.control.BattleViews;
import dev.jitterlab.battle.session.Bans;
import dev.jitterlab.battle.session.ClientSession;
import dev.jitterlab.battle.session.ConnectToken;
import dev.jitterlab.battle.session.ConnectTokens;
import dev.jitterlab.battle.session.Grant;
import dev.jitterlab.battle.session.InsiderClient;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.DatagramPacket;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

/** The server from datagram to battle, without socket and scheduler: the test makes time pass. */
final class OfflineServer implements AutoCloseable {
  private static final int TICK_NS = 50_000_000;
  private static final int RECORDED = 64;
  private static final InetSocketAddress SERVER = address(1);

  private final SecureRandom random = new SecureRandom();
  private final ConnectTokens tokens = ConnectTokens.development(random);
  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final List<ClientSession> clients = new ArrayList<>();
  private final List<byte[]> recorded = new ArrayList<>();
  private final Battle game;
  private final RunningBattle running;
  private long nowNs;
  private int number;
  private int oldest;

  OfflineServer(int players) {
    ServerSettings settings = new ServerSettings(20, 3_600, players, 100, 1);
    ServerMetrics metrics = new ServerMetrics(registry);
    PacketWriter writer = new PacketWriter(channel);
    OneBattle seats = new OneBattle();
    Bans bans = new Bans();
    Sessions sessions = new Sessions(100, seats, writer, metrics);
    Discipline discipline = new Discipline(sessions, bans, writer, metrics);
    Handshakes handshakes =
        new Handshakes(
            settings,
            () -> nowNs,
            () -> 0,
            tokens,
            random,
            sessions,
            seats,
            bans,
            discipline,
            writer,
            metrics);
    channel
        .pipeline()
        .addLast(
            new SessionHandler(
                () -> nowNs, handshakes, sessions, discipline, writer, metrics, random));
    for (int i = 0; i < players; i++) {
      clients.add(new ClientSession(tokens.issue(i, ConnectToken.LOBBY, 0, 60), random));
      join(i);
      join(i);
    }
    game = battle(players);
    RunningBattle.Extras extras =
        new RunningBattle.Extras(
            new StateEncoder(1, game, StateUpdates.HYBRID, true),
            ServerPlayers.NONE,
            InputPlacing.off(),
            BattleRecording.NONE,
            new BattleViews(Runnable::run, () -> nowNs).started(1, game, 20),
            metrics.mode(game.mode()),
            false);
    running = new RunningBattle(1, game, seats.waiting, Runnable::run, new Silence(), extras);
    for (int i = 0; i < players; i++) {
      seats.waiting.get(i).enter(running, i);
    }
  }

  static Battle battle(int players) {
    return new Battle(new BattleRules(20, 10_000_000, 60_000), players, 1);
  }

  private static InetSocketAddress address(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  private void join(int player) {
    deliver(player, record(clients.get(player).join(++number)));
    for (Object out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
      DatagramPacket answer = (DatagramPacket) out;
      byte[] bytes = new byte[answer.content().readableBytes()];
      answer.content().readBytes(bytes);
      answer.release();
      clients.get(player).receive(ByteBuffer.wrap(bytes));
    }
  }

  /** Sends a genuine input, and keeps a copy. */
  void play(int player, int battle, long input) {
    deliver(player, record(clients.get(player).input(++number, battle, 0, input)));
  }

  /**
   * Takes a player's session over with a client that seals whatever it likes; its numbers go on
   * from {@code number}.
   */
  InsiderClient insider(int player, int firstNumber) {
    Grant grant = tokens.issue(player, ConnectToken.LOBBY, 0, 60);
    InsiderClient insider = new InsiderClient(grant, random);
    deliver(player, insider.request());
    DatagramPacket answer = channel.readOutbound();
    byte[] challenge = new byte[answer.content().readableBytes()];
    answer.content().readBytes(challenge);
    answer.release();
    deliver(player, insider.response(challenge, firstNumber));
    return insider;
  }

  /** Lets time pass without a tick. */
  void pass(long ns) {
    nowNs += ns;
  }

  private byte[] record(ByteBuffer packet) {
    byte[] bytes = new byte[packet.remaining()];
    packet.get(bytes);
    if (recorded.size() < RECORDED) {
      recorded.add(bytes);
    } else {
      int handshakes = 2 * clients.size();
      recorded.set(handshakes + oldest, bytes);
      oldest = (oldest + 1) % (RECORDED - handshakes);
    }
    return bytes;
  }

  /** Returns one of the datagrams that players have sent. */
  byte[] recorded(DeterministicRandom choice) {
    return recorded.get(choice.nextInt(recorded.size()));
  }

  /** Lets a datagram arrive from that player's address, or a stranger's. */
  void deliver(int from, byte[] bytes) {
    channel.writeInbound(
        new DatagramPacket(Unpooled.wrappedBuffer(bytes.clone()), SERVER, address(100 + from)));
  }

  /** Plays a tick and throws away what the server has sent. */
  void tick() {
    nowNs += TICK_NS;
    running.play(1);
    for (Object out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
      ((DatagramPacket) out).release();
    }
  }

  Battle game() {
    return game;
  }

  /** Returns how many exceptions reached the end of the handler. */
  long errors() {
    return count("jitterlab_network_errors", Labels.EMPTY);
  }

  /** Returns what became of so many datagrams. */
  long packets(PacketOutcome outcome) {
    return count("jitterlab_packets", Labels.of("outcome", outcome.label()));
  }

  private long count(String name, Labels labels) {
    return registry.scrape(name::equals).stream()
        .flatMap(counter -> ((CounterSnapshot) counter).getDataPoints().stream())
        .filter(point -> point.getLabels().equals(labels))
        .mapToLong(point -> (long) point.getValue())
        .sum();
  }

  @Override
  public void close() {
    boolean unused = channel.finishAndReleaseAll();
  }

  /** Lets everybody into the one battle. */
  private static final class OneBattle implements Seats {
    private final List<PlayerSession> waiting = new ArrayList<>();

    @Override
    public boolean admits(ConnectToken token) {
      return true;
    }

    @Override
    public void enter(PlayerSession session, long nowNs) {
      waiting.add(session);
    }

    @Override
    public void leave(PlayerSession session) {}

    @Override
    public int waiting(PlayerSession session) {
      return waiting.size();
    }

    @Override
    public int needed(PlayerSession session) {
      return waiting.size();
    }

    @Override
    public void startBattles(long nowNs) {}
  }

  /** Hears nothing of the battle. */
  private static final class Silence implements RunningBattle.Listener {
    @Override
    public void onStates(RunningBattle battle, StateBodies bodies) {}

    @Override
    public void onEnd(RunningBattle battle) {}

    @Override
    public void onStatesDropped(RunningBattle battle) {}
  }
}
