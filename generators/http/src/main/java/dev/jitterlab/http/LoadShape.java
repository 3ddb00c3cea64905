package dev.jitterlab.http;

import dev.jitterlab.arrivals.ArrivalPlan;
import dev.jitterlab.arrivals.ChangingRate;
import dev.jitterlab.arrivals.LevelOverTime;
import dev.jitterlab.arrivals.TimeSpan;
import dev.jitterlab.load.RateSearchOptions;
import dev.jitterlab.scenario.Scenario;
import dev.jitterlab.scenario.ScenarioText;
import dev.jitterlab.settings.Setting;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What is sent, and when: the options that an experiment sets. Checked by {@link #check}. */
final class LoadShape {
  private static final String JSON = "application/json";
  private static final int HOST_LENGTH = "http://localhost".length();
  private static final int OPEN_CONNECTIONS = 1_000;
  private static final int CLOSED_CONNECTIONS = 10;
  private static final double MORE_AT_ONCE = 1.5; // than if all take as long as was promised
  private static final int MOST_USERS = 10_000;
  private static final int LONGEST_SPAWN_SECONDS = 999_999; // what a time of seconds can say
  private static final long LONGEST_TIMEOUT_NS = TimeUnit.HOURS.toNanos(1);

  @Setting
  @Option(
      names = "--model",
      description =
          "When requests are sent: by a plan that waits for no answer (constant, ramp, steps,"
              + " poisson), or by clients that do (closed).")
  private Model model = Model.CONSTANT;

  @Setting(rateOf = "model")
  @Option(
      names = "--rate",
      description =
          "Requests a second to each server; not for closed. 200 for constant, 100..400:30s for"
              + " ramp, 100:10s,200:10s,400 for steps, any of them for poisson. The last rate is"
              + " kept to the end.")
  private String rate;

  @Setting(min = 1, max = 10_000)
  @Option(
      names = "--burst",
      description = "How many requests come at once, at the same rate; not for closed. Default: 1.")
  private Integer burst;

  @Setting(min = 1, max = 10_000)
  @Option(
      names = "--connections",
      description =
          "Most requests under way per server (default: 1000, more for a rate whose --slo needs"
              + " it); of closed: clients per server"
              + " (default: 10).")
  private Integer connections;

  @Setting
  @Option(
      names = "--think",
      description = "How long a client of closed waits after an answer, such as 100ms. Default: 0.")
  private TimeSpan think;

  @Setting
  @Option(names = "--path", description = "Path of the requests, with the query if there is one.")
  private String path = "/";

  @Setting
  @Option(names = "--method", description = "Method of the requests: ${COMPLETION-CANDIDATES}.")
  private Method method = Method.GET;

  @Setting
  @Option(names = "--body", description = "Body of the requests. Default: none.")
  private String body;

  @Setting
  @Option(
      names = "--content-type",
      description = "The body's media type. Default: application/json.")
  private String contentType;

  @Setting
  @Option(
      names = "--timeout",
      description = "How long an answer may take before it is given up, from its sending.")
  private TimeSpan timeout = TimeSpan.parse("10s");

  @Setting
  @Option(
      names = "--slow",
      description = "From which response time on a request is logged as slow, with its own times.")
  private TimeSpan slow = TimeSpan.parse("50ms");

  @Setting
  @Option(
      names = "--slo",
      description =
          "Within which time answers are promised, such as 20ms: those that are later, or none, are"
              + " counted, for a capacity question. Default: no promise.")
  private TimeSpan slo;

  @Mixin private RateSearchOptions search = new RateSearchOptions();

  @Setting(isScenario = true)
  @Option(
      names = "--scenario",
      description =
          "What users do, instead of a single path: journeys of steps, as docs/load.md describes"
              + " them. A file's name, or the YAML itself.")
  private String scenario;

  @Setting
  @Option(
      names = "--users",
      description =
          "With closed: how many users there are at each server. 100, or over time"
              + " 100:60s,200:60s,400 or 0..800:80s.")
  private String users;

  @Setting(min = 0.001, max = 100_000)
  @Option(
      names = "--spawn-rate",
      description = "With closed: how many of the users come in a second, until all are there.")
  private Double spawnRate;

  @Setting
  @Option(
      names = "--protocol",
      description =
          "How requests are sent: HTTP/1.1 (http, or https with TLS) or HTTP/2 (h2c, or h2 with"
              + " TLS).")
  private Protocol protocol = Protocol.HTTP;

  @Setting
  @Option(
      names = "--trust",
      description =
          "Whose certificates count: system (those of the JDK), any, or the name of a PEM file.")
  private String trust = Encryption.SYSTEM;

  @Option(names = "--seed", description = "Seed of poisson and of journeys.")
  private long seed = 1;

  private ArrivalPlan plan;

  /** The methods that can be sent. */
  enum Method {
    /** Reads. */
    GET,
    /** Reads the headers alone. */
    HEAD,
    /** Sends the body. */
    POST,
    /** Sends the body. */
    PUT,
    /** Removes. */
    DELETE
  }

  /**
   * Checks the options against each other.
   *
   * @throws IllegalArgumentException if they mean nothing
   */
  void check() {
    if (timeoutNs() < 1 || timeoutNs() > LONGEST_TIMEOUT_NS) {
      throw new IllegalArgumentException("--timeout is above 0 and at most 1h, not " + timeout);
    }
    if (slow.ns() < 1) {
      throw new IllegalArgumentException("--slow is above 0, not " + slow);
    }
    if (slo != null && slo.ns() < 1) {
      throw new IllegalArgumentException("--slo is above 0, not " + slo);
    }
    if (slo != null && slo.ns() >= timeoutNs()) {
      throw new IllegalArgumentException(
          "--slo="
              + slo
              + " is not below --timeout="
              + timeout
              + ": requests are given up before they are late; raise --timeout");
    }
    if (scenario != null) {
      checkScenario();
    }
    search.check();
    if (search.isAsked()) {
      checkSearch();
      return;
    }
    if (isClosed()) {
      if (users != null && connections != null) {
        throw new IllegalArgumentException(
            "--connections="
                + connections
                + " with --users="
                + users
                + ": each user has one connection at most; leave --connections out");
      }
      if (spawnRate != null && users == null) {
        throw new IllegalArgumentException("--spawn-rate is for --users, which is missing");
      }
      if (users().highest() > MOST_USERS || users().highest() < 1) {
        throw new IllegalArgumentException(
            "--users=" + users + ": there are 1 to " + MOST_USERS + " at each server");
      }
      if (burst != null) {
        throw new IllegalArgumentException(
            "--burst="
                + burst
                + ": clients of --model=closed send when they have their answers;"
                + " leave it out, or choose constant or poisson");
      }
      if (rate != null) {
        throw new IllegalArgumentException(
            "--rate="
                + rate
                + ": clients of --model=closed send when they have their answers;"
                + " leave it out, or choose constant or poisson");
      }
      return;
    }
    if (users != null || spawnRate != null) {
      throw new IllegalArgumentException(
          "--users and --spawn-rate are for --model=closed; the others have a --rate");
    }
    if (think != null) {
      throw new IllegalArgumentException(
          "--think=" + think + " is for --model=closed; requests of a plan wait for nothing");
    }
    if (rate == null) {
      throw new IllegalArgumentException(
          "--rate is missing: requests a second to each server, such as --rate=200");
    }
    plan = inBursts(ArrivalPlan.of(model.process().orElseThrow(), rate, seed));
  }

  private void checkSearch() {
    if (model != Model.CONSTANT && model != Model.POISSON) {
      throw new IllegalArgumentException(
          "--search-rate is for --model=constant or poisson, not " + model);
    }
    if (rate != null) {
      throw new IllegalArgumentException(
          "--rate=" + rate + " with --search-rate, which chooses the rates; leave --rate out");
    }
    if (slo == null) {
      throw new IllegalArgumentException(
          "--search-rate needs --slo, such as --slo=50ms: within which time a level must be"
              + " answered");
    }
    if (users != null || spawnRate != null || think != null) {
      throw new IllegalArgumentException(
          "--users, --spawn-rate and --think are for --model=closed; --search-rate has none");
    }
  }

  private void checkScenario() {
    if (!path.equals("/") || method != Method.GET || body != null || contentType != null) {
      throw new IllegalArgumentException(
          "--path, --method, --body and --content-type are those of a single request;"
              + " write them into the steps of the scenario");
    }
    if (think != null) {
      throw new IllegalArgumentException(
          "--think=" + think + ": users of a scenario think as its steps say; write it there");
    }
  }

  boolean isClosed() {
    return model.process().isEmpty();
  }

  /** Returns when requests are sent, by an open model without a search; after {@link #check}. */
  ArrivalPlan plan() {
    return plan;
  }

  /** Returns when requests are sent at a rate that a search changes. */
  ArrivalPlan plan(ChangingRate searched) {
    return inBursts(ArrivalPlan.changing(model.process().orElseThrow(), searched, seed));
  }

  private ArrivalPlan inBursts(ArrivalPlan each) {
    return burst == null ? each : each.inBursts(burst);
  }

  /** Returns the search for the greatest rate that keeps the promise. */
  RateSearchOptions search() {
    return search;
  }

  /** Returns how many requests may be under way at each server, or how many clients there are. */
  int connections() {
    if (connections != null) {
      return connections;
    }
    if (!isClosed()) {
      return slo == null ? OPEN_CONNECTIONS : connectionsOfPromise();
    }
    return users == null ? CLOSED_CONNECTIONS : (int) Math.ceil(users().highest());
  }

  /**
   * So many that a server may keep its promise at the greatest rate. With fewer, the load's own
   * limit would be found. Arrivals are journeys, each of which has one request under way after
   * another.
   */
  private int connectionsOfPromise() {
    double arrivals = search.isAsked() ? search.most() : level().highest();
    double requests = hasJourneys() ? arrivals * scenario().meanSteps() : arrivals;
    double atOnce = requests * slo.ns() / TimeUnit.SECONDS.toNanos(1) * MORE_AT_ONCE;
    return (int) Math.max(OPEN_CONNECTIONS, Math.min(MOST_USERS, Math.ceil(atOnce)));
  }

  long thinkNs() {
    return think == null ? 0 : think.ns();
  }

  long timeoutNs() {
    return timeout.ns();
  }

  /**
   * Returns what users do; the options of a single request are a scenario of one step.
   *
   * @throws IllegalArgumentException if path, body or media type cannot be sent
   */
  Scenario scenario() {
    if (scenario != null) {
      return ScenarioText.read(scenarioText());
    }
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException("--path=" + path + " must begin with /");
    }
    String escaped;
    try {
      escaped = new URI("http://localhost" + path).toASCIIString().substring(HOST_LENGTH);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(
          "--path=" + path + " is no path of a URI (" + e.getReason() + "); escape it with %", e);
    }
    return Scenario.ofRequest(
        method.name(), escaped, body, contentType == null ? JSON : contentType, thinkNs());
  }

  /** Returns whether the load is of journeys, whose steps are counted for themselves. */
  boolean hasJourneys() {
    return scenario != null;
  }

  private String scenarioText() {
    if (scenario.stripLeading().startsWith("{") || scenario.contains("\n")) {
      return scenario;
    }
    Path file = Path.of(scenario);
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "--scenario=" + scenario + " cannot be read (" + e + "); name a file with journeys", e);
    }
  }

  /** Returns how requests are sent. */
  Protocol protocol() {
    return protocol;
  }

  /** Returns the TLS of that protocol. */
  Encryption encryption() {
    return Encryption.of(protocol, trust);
  }

  /** Returns how many users there are over time, by the closed model. */
  LevelOverTime users() {
    if (users == null) {
      return LevelOverTime.parse(Integer.toString(connections()));
    }
    if (spawnRate == null) {
      return LevelOverTime.parse(users);
    }
    double spawnSeconds = constantUsers() / spawnRate;
    if (spawnSeconds > LONGEST_SPAWN_SECONDS) {
      throw new IllegalArgumentException(
          "--spawn-rate="
              + spawnRate
              + " with --users="
              + users
              + ": the last user would come after more than "
              + LONGEST_SPAWN_SECONDS
              + " s; give a --spawn-rate of at least "
              + rounded(constantUsers() / LONGEST_SPAWN_SECONDS, 3));
    }
    return LevelOverTime.parse("0.." + users + ":" + rounded(spawnSeconds, 6) + "s," + users);
  }

  private static String rounded(double value, int places) {
    return BigDecimal.valueOf(value).setScale(places, RoundingMode.UP).toPlainString();
  }

  private double constantUsers() {
    LevelOverTime level = LevelOverTime.parse(users);
    if (!level.isConstant() || users.contains(":")) {
      throw new IllegalArgumentException(
          "--spawn-rate with --users="
              + users
              + ": the users over time say already how fast they come; leave one of them out");
    }
    return level.highest();
  }

  /** Returns within which time answers are promised; 0 for no promise. */
  long promisedNs() {
    return slo == null ? 0 : slo.ns();
  }

  /** Returns how high the load is over time: users, or arrivals a second. */
  LevelOverTime level() {
    return isClosed() ? users() : LevelOverTime.parse(rate);
  }

  /** Returns the seed of everything that is drawn. */
  long seed() {
    return seed;
  }

  /** Returns from which response time on a request is slow. */
  long slowNs() {
    return slow.ns();
  }
}
