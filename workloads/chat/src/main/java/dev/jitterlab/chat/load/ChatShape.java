package dev.jitterlab.chat.load;

import dev.jitterlab.arrivals.ArrivalPlan;
import dev.jitterlab.arrivals.ArrivalProcess;
import dev.jitterlab.arrivals.ChangingRate;
import dev.jitterlab.arrivals.TimeSpan;
import dev.jitterlab.load.RateSearchOptions;
import dev.jitterlab.load.Target;
import dev.jitterlab.settings.Setting;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Who says what, and when: the options that an experiment sets. Checked by {@link #check}. */
final class ChatShape {
  private static final String CLOSED = "closed";
  private static final Pattern OF_GROUP = Pattern.compile("([^:;]+):([0-9]{1,4})");

  @Setting(choices = {"closed", "constant", "ramp", "steps", "poisson"})
  @Option(
      names = "--model",
      description =
          "When users speak: when all others have heard what they said before (closed, as in"
              + " VolanoMark), or by a plan that waits for nobody (constant, ramp, steps,"
              + " poisson).")
  private String model = CLOSED;

  @Setting(rateOf = "model")
  @Option(
      names = "--rate",
      description =
          "Messages a second to each server, of all users together; not for closed. 200 for"
              + " constant, 100..400:30s for ramp, 100:10s,200:10s,400 for steps, any of them for"
              + " poisson. The last rate is kept to the end.")
  private String rate;

  @Setting
  @Option(
      names = "--slo",
      description =
          "Within which time all others are to have a message, such as 20ms, for --search-rate."
              + " Default: no promise.")
  private TimeSpan slo;

  @Mixin RateSearchOptions search = new RateSearchOptions();

  @Setting(min = 1, max = 10_000)
  @Option(names = "--rooms", description = "Rooms of each server.")
  int rooms = 10;

  @Setting(min = 2, max = LoadRoom.MOST_USERS)
  @Option(names = "--room-users", description = "Users of each room.")
  int roomUsers = 20;

  @Setting
  @Option(
      names = "--think",
      description = "How long a user of closed waits after that, such as 100ms. Default: 0.")
  private TimeSpan think;

  @Setting(min = 16, max = 60_000)
  @Option(names = "--text-bytes", description = "Bytes of each message's text.")
  int textBytes = 64;

  @Setting
  @Option(
      names = "--storm",
      paramLabel = "TIME:USERS",
      description =
          "After each TIME, USERS users of each server disconnect at once and come back, such as"
              + " 10s:50. Default: never.")
  private String storm;

  @Setting
  @Option(
      names = "--stopped",
      paramLabel = "GROUP:USERS",
      description =
          "USERS users of the targets GROUP or GROUP/... stop reading once they have entered, at"
              + " most one in a room. Separate several groups by semicolons. Default: none.")
  private String stopped;

  @Setting
  @Option(
      names = "--flood",
      paramLabel = "GROUP:KIND:RATE",
      description =
          "Hostile clients of the targets GROUP or GROUP/..., so many a second, from a thread of"
              + " their own. A KIND is connects, silent, malformed, oversized, trickle or chatter."
              + " Separate several by semicolons. Default: none.")
  private String flood;

  @Setting
  @Option(
      names = "--websocket",
      paramLabel = "GROUP",
      description =
          "The users of the targets GROUP or GROUP/... talk over WebSocket, as their server's"
              + " --clients says; more than one group separated by semicolons. Default: none.")
  private String websocket;

  @Setting
  @Option(
      names = "--timeout",
      description = "How long it may take until all others have heard a message.")
  private TimeSpan timeout = TimeSpan.parse("10s");

  @Setting
  @Option(
      names = "--no-delay",
      arity = "1",
      showDefaultValue = Visibility.ALWAYS,
      description = "Whether the users' connections have TCP_NODELAY.")
  boolean noDelay = true;

  @Option(names = "--seed", description = "Seed of the plan.")
  long seed = 1;

  private ArrivalPlan plan;
  private ChatStorm parsedStorm;
  private final Map<String, Integer> stoppedOf = new HashMap<>();
  private List<ChatFloodOption> floods = List.of();

  /**
   * Checks the options against each other.
   *
   * @throws IllegalArgumentException if they mean nothing
   */
  void check() {
    parsedStorm = storm == null ? null : ChatStorm.parse(storm);
    stoppedOf.clear();
    if (stopped != null) {
      for (String part : stopped.split(";", -1)) {
        stoppedOf(part);
      }
    }
    floods = flood == null ? List.of() : ChatFloodOption.parse(flood);
    if (timeout.ns() < 1) {
      throw new IllegalArgumentException("--timeout is above 0, not " + timeout);
    }
    if (slo != null && slo.ns() >= timeout.ns()) {
      throw new IllegalArgumentException(
          "--slo="
              + slo
              + " is not below --timeout="
              + timeout
              + ": messages are given up before they are late; raise --timeout");
    }
    search.check();
    if ((slo != null) != search.isAsked()) {
      throw new IllegalArgumentException(
          "--search-rate and --slo belong together: the greatest rate at which all others have a"
              + " message in time, such as --search-rate=50-2000 --slo=20ms");
    }
    if (search.isAsked()) {
      checkSearch();
      return;
    }
    if (isClosed()) {
      if (rate != null) {
        throw new IllegalArgumentException(
            "--rate="
                + rate
                + ": users of --model=closed speak when they were heard; leave it out, or choose"
                + " constant or poisson");
      }
      return;
    }
    if (think != null) {
      throw new IllegalArgumentException(
          "--think=" + think + " is for --model=closed; a plan waits for nobody");
    }
    if (rate == null) {
      throw new IllegalArgumentException(
          "--rate is missing: messages a second to each server, such as --rate=200");
    }
    plan = ArrivalPlan.of(ArrivalProcess.labelled(model).orElseThrow(), rate, seed);
  }

  private void checkSearch() {
    if (!model.equals("constant") && !model.equals("poisson")) {
      throw new IllegalArgumentException(
          "--search-rate is for --model=constant or poisson, not " + model);
    }
    if (rate != null || think != null) {
      throw new IllegalArgumentException(
          "--search-rate chooses the rates: leave --rate and --think out");
    }
  }

  private void stoppedOf(String part) {
    Matcher matcher = OF_GROUP.matcher(part);
    if (!matcher.matches() || Integer.parseInt(matcher.group(2)) > rooms) {
      throw new IllegalArgumentException(
          "--stopped="
              + part
              + " is not GROUP:USERS with at most one user for each of the "
              + rooms
              + " rooms");
    }
    stoppedOf.put(matcher.group(1), Integer.parseInt(matcher.group(2)));
  }

  boolean isClosed() {
    return model.equals(CLOSED);
  }

  /** Returns when messages are due, by an open model; after {@link #check}. */
  ArrivalPlan plan() {
    return plan;
  }

  /** Returns when messages are due at a rate that a search changes; after {@link #check}. */
  ArrivalPlan plan(ChangingRate searched) {
    return ArrivalPlan.changing(ArrivalProcess.labelled(model).orElseThrow(), searched, seed);
  }

  /** Returns within which time all others are to have a message; 0 without a promise. */
  long promisedNs() {
    return slo == null ? 0 : slo.ns();
  }

  long thinkNs() {
    return think == null ? 0 : think.ns();
  }

  long timeoutNs() {
    return timeout.ns();
  }

  /** Returns the reconnect storm, if there is one; after {@link #check}. */
  Optional<ChatStorm> storm() {
    return Optional.ofNullable(parsedStorm);
  }

  /** Returns how many users of a server stop reading; after {@link #check}. */
  int stopped(Target target) {
    return stoppedOf.entrySet().stream()
        .filter(one -> target.isOf(one.getKey()))
        .mapToInt(Map.Entry::getValue)
        .findFirst()
        .orElse(0);
  }

  /** Returns whether the users of a server talk over WebSocket; after {@link #check}. */
  boolean isWebSocket(Target target) {
    return websocket != null && Arrays.stream(websocket.split(";", -1)).anyMatch(target::isOf);
  }

  /** Returns what hostile clients do to a server; after {@link #check}. */
  List<ChatFloodOption> floods(Target target) {
    return floods.stream().filter(one -> one.isFor(target)).collect(Collectors.toList());
  }
}
