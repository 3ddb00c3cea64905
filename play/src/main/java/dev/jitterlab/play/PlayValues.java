package dev.jitterlab.play;

import dev.jitterlab.lab.placeholder.Placeholders;
import dev.jitterlab.lab.placeholder.Placeholders.Placeholder;
import dev.jitterlab.lab.yaml.Spelling;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The values that <code>${name}</code> in a service's arguments stands for: those of the play, and
 * <code>${service.endpoint}</code>, an endpoint that an earlier service announced. For one thread.
 */
final class PlayValues {
  /** The file with the key that the services trust each other by. */
  static final String KEY_FILE = "key_file";

  /** The file with the private key that signs who the bots are, and with its public key. */
  static final String IDENTITY_KEY_FILE = "identity_key_file";

  static final String IDENTITY_PUBLIC_KEY_FILE = "identity_public_key_file";

  /** A folder for what a service keeps. */
  static final String DATA_DIR = "data_dir";

  /** The file in which the bots write what they saw. */
  static final String LEDGER = "ledger";

  /** The file in which the play writes what happened to the processes. */
  static final String EVENTS = "events";

  /** The database of players and results: a file, or the address of a server. */
  static final String DATABASE = "database";

  /** How often a bot leaves, a minute. */
  static final String LEAVE_RATE = "leave_rate";

  /** The service's own port: 0 at its first start, then the one that it has opened. */
  static final String OWN_PORT = "own_port";

  /** The same for its metrics. */
  static final String OWN_METRICS_PORT = "own_metrics_port";

  /** How many bots play. */
  static final String BOTS = "bots";

  /** How many battle servers there are. */
  static final String SERVERS = "servers";

  /** The mix of game modes. */
  static final String MODE_MIX = "mode_mix";

  /** How long a battle lasts at most. */
  static final String BATTLE_SECONDS = "battle_seconds";

  /** Seats of a battle that somebody plays in any case; 0 for those that there are players for. */
  static final String FILL_SEATS = "fill_seats";

  /** For how many seconds a battle server that is told to end plays its battles on. */
  static final String DRAIN_SECONDS = "drain_seconds";

  /** The port of the page to watch. */
  static final String PORT = "port";

  /** The number of the battle server, from 1. */
  static final String NUMBER = "n";

  /** The label of the battle server's version. */
  static final String VERSION = "version";

  /** The file with the key that the battle server and the services trust each other by. */
  static final String SERVER_KEY_FILE = "server_key_file";

  private static final Set<String> OF_THE_PLAY =
      Set.of(
          KEY_FILE,
          IDENTITY_KEY_FILE,
          IDENTITY_PUBLIC_KEY_FILE,
          DATA_DIR,
          DATABASE,
          LEDGER,
          EVENTS,
          LEAVE_RATE,
          OWN_PORT,
          OWN_METRICS_PORT,
          BOTS,
          SERVERS,
          MODE_MIX,
          BATTLE_SECONDS,
          FILL_SEATS,
          DRAIN_SECONDS,
          PORT);
  private static final Set<String> OF_A_BATTLE_SERVER = Set.of(NUMBER, VERSION, SERVER_KEY_FILE);

  private final Map<String, String> values;

  /** Starts with the values of the play. */
  PlayValues(Map<String, String> ofThePlay) {
    this.values = new HashMap<>(ofThePlay);
  }

  /** What is wrong with the placeholders of an argument, before anything is started. */
  static Optional<String> wrongIn(
      String argument, Collection<String> earlierServices, boolean ofBattleServer) {
    for (Placeholder found : Placeholders.in(argument)) {
      if (found.unclosed().isPresent()) {
        return found.unclosed();
      }
      String name = found.name();
      Set<String> known = new TreeSet<>(OF_THE_PLAY);
      if (ofBattleServer) {
        known.addAll(OF_A_BATTLE_SERVER);
      }
      int dot = name.indexOf('.');
      if (dot > 0 && !earlierServices.contains(name.substring(0, dot))) {
        return Optional.of(
            "`${%s}`: no service named `%s` is started before this one\n%s"
                .formatted(
                    name,
                    name.substring(0, dot),
                    earlierServices.isEmpty()
                        ? "there is none before it"
                        : Spelling.expected(
                            name.substring(0, dot), new TreeSet<>(earlierServices))));
      }
      if (dot <= 0 && !known.contains(name)) {
        return Optional.of(
            "unknown placeholder `${%s}`\n%s".formatted(name, Spelling.expected(name, known)));
      }
    }
    return Optional.empty();
  }

  /** A service has announced its endpoints. */
  void announced(String service, Map<String, String> endpoints) {
    endpoints.forEach((endpoint, address) -> values.put(service + "." + endpoint, address));
  }

  /** The page keeps the port that it has opened. */
  void pageOn(int port) {
    values.put(PORT, Integer.toString(port));
  }

  /** The same, and what only this process's arguments may name. */
  PlayValues with(Map<String, String> more) {
    PlayValues all = new PlayValues(values);
    all.values.putAll(more);
    return all;
  }

  /**
   * The arguments with their values put in.
   *
   * @throws UnknownEndpointException if a service did not announce an endpoint that is asked for
   */
  List<String> fill(List<String> arguments) throws UnknownEndpointException {
    for (String argument : arguments) {
      for (Placeholder found : Placeholders.in(argument)) {
        if (!values.containsKey(found.name())) {
          throw new UnknownEndpointException(found.name(), known(found.name()));
        }
      }
    }
    return arguments.stream()
        .map(argument -> Placeholders.fill(argument, found -> values.get(found.name())))
        .toList();
  }

  private Set<String> known(String name) {
    String service = name.substring(0, name.indexOf('.') + 1);
    Set<String> known = new TreeSet<>(values.keySet());
    known.removeIf(key -> !key.startsWith(service));
    return known;
  }

  /** A service did not announce an endpoint that another one's arguments name. */
  static final class UnknownEndpointException extends Exception {
    private static final long serialVersionUID = 1;

    UnknownEndpointException(String name, Set<String> announced) {
      super("`${%s}` was not announced; there is %s".formatted(name, String.join(", ", announced)));
    }
  }
}
