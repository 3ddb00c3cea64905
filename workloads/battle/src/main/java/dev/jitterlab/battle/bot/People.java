package dev.jitterlab.battle.bot;

import dev.jitterlab.battle.bot.link.LinkMetrics;
import dev.jitterlab.battle.bot.link.LinkReader;
import dev.jitterlab.battle.bot.link.NetworkProfile;
import dev.jitterlab.battle.http.HttpError;
import dev.jitterlab.battle.http.JsonClient;
import dev.jitterlab.battle.identity.IdentityIssuer;
import dev.jitterlab.battle.protocol.State;
import dev.jitterlab.battle.session.Datagram;
import dev.jitterlab.battle.session.HandshakeRehearsal;
import dev.jitterlab.load.Load;
import dev.jitterlab.load.Target;
import dev.jitterlab.program.Parts;
import dev.jitterlab.tick.LatePolicy;
import dev.jitterlab.tick.NanoClock;
import dev.jitterlab.tick.Rate;
import dev.jitterlab.tick.TaskOptions;
import dev.jitterlab.tick.TickScheduler;
import dev.jitterlab.tick.TickSchedulers;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

/**
 * People who play in a cluster with somebody else's hands: each is a client like a bot, with a
 * session and a UDP socket of its own, and does what it is told instead of deciding for itself.
 * There are so many seats from the start and never more. Thread-safe.
 */
public final class People implements AutoCloseable {
  /** What a person sees. It must not wait, and must not call the person back. */
  public interface Screen {
    /** Shows a state, valid during the call. On the reader's thread. */
    void saw(State latest);

    /** Says what the person is doing: login, queued, connecting, playing, away. */
    void became(String doing);

    /** Says why the cluster has not done what it was asked for; it is asked again. */
    void failed(String why);

    /** Says how the battle ended. */
    void over(String ending, boolean won);
  }

  /** One person who has joined. Thread-safe. */
  public interface Person {
    /**
     * Says what the person does from now on. Triggers that were pressed since the last packet count
     * as pressed in the next one, also those that are released again.
     *
     * @param moveX −127 to 127, the wanted velocity
     * @param moveY the same
     * @param aim 0 to 65,535, an angle
     * @param buttons bit 0 rifle, bit 1 rocket
     */
    void act(int moveX, int moveY, int aim, int buttons);

    /** Says which mode the person wants next: a mode's label, or any. */
    void wishFor(String mode);

    /** Leaves battle or queue; the seat is free soon. */
    void leave();
  }

  /** Where the cluster is. */
  public static final class Options {
    /** The login service. */
    public URI login;

    /** The matchmaker. */
    public URI matchmaker;

    /** Signs who the people are. */
    public IdentityIssuer identities;

    /** Where what they saw is written; null for nowhere. */
    public Path ledger;

    /** How many people there may be at once. */
    public int most = 16;

    /** Packets a second of each. */
    public int rate = 30;
  }

  private static final NanoClock CLOCK = System::nanoTime;

  private final Parts parts = new Parts();
  private final List<PersonSeat> seats = new ArrayList<>();

  private People() {}

  /**
   * Prepares the seats, all of them empty.
   *
   * @throws IOException if the ledger cannot be written
   */
  public static People start(Options options, PrometheusRegistry registry) throws IOException {
    return Parts.open(new People(), people -> people.open(options, registry));
  }

  private void open(Options options, PrometheusRegistry registry) throws IOException {
    SecureRandom random = new SecureRandom();
    HandshakeRehearsal.run(random);
    Target target = Target.parse("cluster=" + options.matchmaker.getAuthority());
    Load load = new Load(List.of(target), CLOCK, registry);
    BotMetrics metrics = new BotMetrics(registry).of(target.id());
    LifeMetrics lives = new LifeMetrics(registry);
    BotLedger ledger = parts.add(BotLedger.open(options.ledger));
    ClusterApi api =
        new ClusterApi(
            parts.add(new JsonClient()), options.login, options.matchmaker, options.identities);
    LinkReader reader =
        parts.add(
            new LinkReader(
                CLOCK,
                InetAddress.getLoopbackAddress(),
                NetworkProfile.NONE.impairments(),
                Datagram.MAX_BYTES,
                options.most,
                new LinkMetrics(registry)));
    reader.start();
    TimelineThread timeline = parts.add(new TimelineThread(CLOCK));
    TickScheduler scheduler =
        parts.add(TickSchedulers.named(TickSchedulers.DEFAULT_NAME).threads(1).create());
    Rate rate = Rate.hz(options.rate);
    TaskOptions noBursts = TaskOptions.defaults().latePolicy(LatePolicy.skip());
    for (int i = 0; i < options.most; i++) {
      PersonSeat seat =
          new PersonSeat(
              i,
              api,
              timeline,
              lives,
              ledger,
              door -> {
                BotHands hands = new BotHands();
                Bot bot = new Bot(load.stream(target, rate), hands, 0, door, metrics, random);
                return new PersonSeat.Body(
                    hands, bot, new BotSeat(bot, reader, CLOCK, random.nextLong()));
              });
      seats.add(seat);
      var unused = scheduler.start("person-" + i, rate, noBursts, seat.bot());
    }
    parts.add(this::leave);
  }

  /**
   * Lets a person join, who is then matched and plays battle after battle until {@link
   * Person#leave}.
   *
   * @param name of the account, which nobody else has who plays
   * @throws HttpError with status 409 if the name is playing already, 503 if all seats are taken
   */
  public synchronized Person join(String name, String mode, Screen screen) {
    PersonSeat free = null;
    for (PersonSeat seat : seats) {
      if (seat.isTakenBy(name)) {
        throw new HttpError(
            409, name + " is playing already, perhaps in another tab; choose another name");
      }
      free = free == null && seat.isFree() ? seat : free;
    }
    if (free == null) {
      throw new HttpError(
          503, "all " + seats.size() + " places for people are taken; try again later");
    }
    free.take(name, mode, screen);
    return free;
  }

  private void leave() {
    long nowNs = CLOCK.nanoTime();
    seats.forEach(seat -> seat.bot().leave(nowNs));
  }

  /** Says goodbye to the servers, and ends all threads. */
  @Override
  public void close() {
    parts.close();
  }
}
