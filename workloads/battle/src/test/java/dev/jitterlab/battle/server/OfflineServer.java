package dev.jitterlab.battle.server;

import dev.jitterlab.battle.protocol.Decoding;
import dev.jitterlab.battle.protocol.ServerPacket;
import dev.jitterlab.battle.protocol.State;
import dev.jitterlab.battle.protocol.StateDecoder;
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
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

/** The server from datagram to battle, without socket and scheduler: the test makes time pass. */
final class OfflineServer implements AutoCloseable {
  private static final int TICK_NS = 50_000_000;
  private static final int RECORDED = 64;
  private static final int FIRST_PORT = 100;
  private static final int MAX_SESSIONS = 65_000;
  private static final InetSocketAddress SERVER = address(1);

  private final SecureRandom random = repeatable();
  private final ConnectTokens tokens = ConnectTokens.development(random);
  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final List<ClientSession> clients = new ArrayList<>();
  private final List<byte[]> recorded = new ArrayList<>();
  private final Battle game;
  private final RunningBattle running;
  private final SessionHandler handler;
  private final PacketWriter writer;
  private final ServerPacket packet = new ServerPacket();
  private final List<StateDecoder> decoders = new ArrayList<>();
  private final List<String> heard = new ArrayList<>();
  private boolean sendsStates;
  private long nowNs;
  private int number;
  private int oldest;

  /** The same numbers in every run: the server draws samples by them. */
  private static SecureRandom repeatable() {
    try {
      SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
      random.setSeed(1);
      return random;
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  OfflineServer(int players) {
    this(players, StateUpdates.HYBRID);
  }

  OfflineServer(int players, StateUpdates updates) {
    ServerSettings settings = new ServerSettings(20, 3_600, players, 100, 1);
    ServerMetrics metrics = new ServerMetrics(registry);
    writer = new PacketWriter(channel, metrics);
    OneBattle seats = new OneBattle();
    Bans bans = new Bans();
    Sessions sessions = new Sessions(MAX_SESSIONS, seats, writer, metrics);
    Discipline discipline = new Discipline(sessions, seats, bans, writer, metrics);
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
    handler =
        new SessionHandler(() -> nowNs, handshakes, sessions, discipline, writer, metrics, random);
    channel.pipeline().addLast(handler);
    for (int i = 0; i < players; i++) {
      decoders.add(new StateDecoder());
      clients.add(new ClientSession(tokens.issue(i, ConnectToken.LOBBY, 0, 60), random));
      join(i);
      join(i);
    }
    game = battle(players);
    RunningBattle.Extras extras =
        new RunningBattle.Extras(
            new StateEncoder(1, game, updates, true),
            null,
            ServerPlayers.NONE,
            InputPlacing.off(),
            BattleRecording.NONE,
            new BattleViews(Runnable::run, () -> nowNs, at -> true).started(1, game, 20),
            metrics.mode(game.mode()),
            false);
    running = new RunningBattle(1, game, seats.waiting, Runnable::run, new States(), extras);
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

  /** Makes a token of a player. */
  Grant grant(long player) {
    return tokens.issue(player, ConnectToken.LOBBY, 0, 60);
  }

  /**
   * Opens a session, or tries to: REQUEST, and RESPONSE where there is a CHALLENGE; returns whether
   * it is open.
   */
  boolean open(Grant grant, int from) {
    ClientSession client = request(grant, from);
    step(client, from);
    return client.isOpen();
  }

  /** Begins a handshake: REQUEST; returns the client, and gives it the answer if there is one. */
  ClientSession request(Grant grant, int from) {
    ClientSession client = new ClientSession(grant, random);
    step(client, from);
    return client;
  }

  /** Sends a client's next packet of the handshake, and gives it the answers. */
  void step(ClientSession client, int from) {
    channel.writeInbound(
        new DatagramPacket(
            Unpooled.copiedBuffer(client.join(++number)), SERVER, address(FIRST_PORT + from)));
    for (Object out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
      DatagramPacket answer = (DatagramPacket) out;
      byte[] bytes = new byte[answer.content().readableBytes()];
      answer.content().readBytes(bytes);
      answer.release();
      client.receive(ByteBuffer.wrap(bytes));
    }
  }

  /** Lets a datagram arrive from any address. */
  void deliverFrom(InetSocketAddress from, byte[] bytes) {
    channel.writeInbound(new DatagramPacket(Unpooled.wrappedBuffer(bytes.clone()), SERVER, from));
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
        new DatagramPacket(
            Unpooled.wrappedBuffer(bytes.clone()), SERVER, address(FIRST_PORT + from)));
  }

  /** Lets states be sent; without it, ticks are for their inputs alone. */
  void sendStates() {
    sendsStates = true;
  }

  /** Plays a tick and throws away what the server has sent. */
  void tick() {
    nowNs += TICK_NS;
    running.play(1);
    for (Object out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
      ((DatagramPacket) out).release();
    }
  }

  /**
   * Plays a tick and gives the players what the server has sent; returns what they made of it, such
   * as {@code "0 STATE"} or {@code "1 UNKNOWN_BASELINE"}.
   */
  List<String> tickAndHear() {
    nowNs += TICK_NS;
    running.play(1);
    return hear();
  }

  /** Lets time pass and the server do what time alone causes; returns what the players heard. */
  List<String> passAndHear(long ns) {
    nowNs += ns;
    handler.onTimer();
    return hear();
  }

  private List<String> hear() {
    heard.clear();
    for (Object out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
      DatagramPacket sent = (DatagramPacket) out;
      int player = sent.recipient().getPort() - FIRST_PORT;
      byte[] bytes = new byte[sent.content().readableBytes()];
      sent.content().readBytes(bytes);
      sent.release();
      ClientSession client = clients.get(player);
      if (client.receive(ByteBuffer.wrap(bytes)) == ClientSession.Receipt.MESSAGE) {
        Decoding decoding = packet.decode(client.message(), decoders.get(player));
        heard.add(player + " " + (decoding == Decoding.OK ? packet.type() : decoding));
      }
    }
    return heard;
  }

  /** Returns the last message that a player heard. */
  ServerPacket packet() {
    return packet;
  }

  /** Makes a player forget all states that he has received. */
  void forgetStates(int player) {
    decoders.set(player, new StateDecoder());
  }

  /** Returns the newest state that a player has. */
  State state(int player) {
    return decoders.get(player).latest();
  }

  /** Sends an input that names the newest state that the player says to have. */
  int play(int player, long input, int seen) {
    deliver(player, record(clients.get(player).input(++number, 1, seen, input)));
    return number;
  }

  /** Makes such an input without sending it. */
  byte[] sealedInput(int player, long input, int seen) {
    return record(clients.get(player).input(++number, 1, seen, input));
  }

  /** Confirms a warning or a kick. */
  void confirm(int player, int notice) {
    deliver(player, record(clients.get(player).noted(number, notice)));
  }

  /** Asks for a full state. */
  void needState(int player) {
    deliver(player, record(clients.get(player).needState(number)));
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

  /** Sends states where a test wants them. */
  private final class States implements RunningBattle.Listener {
    @Override
    public void onStatesReady(RunningBattle battle) {
      int unused = battle.sendStates();
    }

    @Override
    public void onStates(RunningBattle battle, StateBodies bodies) {
      if (sendsStates) {
        for (int i = 0; i < clients.size(); i++) {
          boolean unused = writer.state(battle.players().get(i), bodies.body(i), bodies.bytes(i));
        }
        writer.flush();
      }
    }

    @Override
    public void onEnd(RunningBattle battle) {}

    @Override
    public void onStatesDropped(RunningBattle battle) {}
  }
}
