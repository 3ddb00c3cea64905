package dev.jitterlab.battle.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.jitterlab.battle.cluster.ClusterKey;
import dev.jitterlab.battle.cluster.allocator.Allocator;
import dev.jitterlab.battle.cluster.login.Login;
import dev.jitterlab.battle.cluster.matchmaker.Matchmaker;
import dev.jitterlab.battle.cluster.results.Results;
import dev.jitterlab.battle.http.JsonClient;
import dev.jitterlab.battle.http.JsonReply;
import dev.jitterlab.battle.http.RequestSigner;
import dev.jitterlab.battle.http.Retries;
import dev.jitterlab.battle.http.StrictJson;
import dev.jitterlab.battle.identity.IdentityFiles;
import dev.jitterlab.battle.identity.IdentityIssuer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The processes of a cluster; those that are left end with it. */
final class ClusterProcesses implements AutoCloseable {
  static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final HttpClient SCRAPES = HttpClient.newHttpClient();

  /** A service that has just started may take too long for one that asks it. */
  private static final Retries WHILE_BUSY = Retries.upTo(10, Duration.ofMillis(100));

  private final Map<String, Process> processes = new HashMap<>();
  private final Map<String, Map<String, URI>> endpoints = new HashMap<>();
  private final Set<String> servers = new HashSet<>();
  private final Map<String, Class<?>> mains = new HashMap<>();
  private final Map<String, List<String>> argumentsOf = new HashMap<>();
  private final Path folder;
  private final Path keyFile;
  private final ClusterKey key;
  private final IdentityFiles identities;
  private final JsonClient player = new JsonClient();
  private final JsonClient service;

  /** Starts nothing; the folder is for its files. */
  ClusterProcesses(Path folder) throws IOException {
    this.folder = folder;
    this.keyFile = newKeyFile("key");
    Files.writeString(keyFile, "0123456789abcdef".repeat(4));
    this.key = ClusterKey.read(keyFile);
    this.service = new JsonClient(key);
    this.identities = new IdentityFiles(folder);
  }

  private Path newKeyFile(String name) throws IOException {
    return Files.createFile(
        folder.resolve(name),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
  }

  /** Returns the option by which bots sign who they are. */
  String identityOption() {
    return "--identity-key-file=" + identities.privateKey();
  }

  /** Logs a player in. */
  JsonReply login(String name) throws Exception {
    String identity = IdentityIssuer.read(identities.privateKey()).issue(name);
    return post("login", "/login", StrictJson.object().put("identity", identity));
  }

  /** Returns the key of the cluster. */
  ClusterKey key() {
    return key;
  }

  /** Starts the store of results and the login. */
  void startLogin() throws IOException {
    start("results", Results.class, "--database=" + folder.resolve("store"));
    start(
        "login",
        Login.class,
        "--results=" + http("results"),
        "--identity-key-file=" + identities.publicKey());
  }

  /** Starts the services, with battles of two. */
  void startServices() throws IOException {
    startLogin();
    start("allocator", Allocator.class);
    start(
        "matchmaker",
        Matchmaker.class,
        "--battle-size=2",
        "--login=" + http("login"),
        "--allocator=" + http("allocator"),
        "--results=" + http("results"));
  }

  /** Starts a battle server of that name and version, and waits until the allocator knows it. */
  void startServer(String name, String version, String... more) throws Exception {
    int before = get("allocator", "/servers").path("servers").size();
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--cluster=" + http("allocator"),
                "--results=" + http("results"),
                "--server-id=" + name,
                "--outbox=" + folder.resolve(name + "-outbox"),
                "--version-label=" + version));
    arguments.addAll(List.of(more));
    servers.add(name);
    arguments.add("--server-key-file=" + serverKeyFile(name));
    startWithoutKey(name, BattleServer.class, arguments);
    while (get("allocator", "/servers").path("servers").size() == before) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
  }

  private Path serverKeyFile(String server) throws IOException {
    Path file = newKeyFile(server + ".key");
    StringBuilder hex = new StringBuilder();
    for (byte one : key.ofServer(server).tokenKey()) {
      hex.append(String.format("%02x", one));
    }
    return Files.writeString(file, hex);
  }

  private void start(String name, Class<?> main, String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of("--cluster-key-file=" + keyFile));
    all.addAll(List.of(arguments));
    startWithoutKey(name, main, all);
  }

  /** Kills a process, as kill -9 does. */
  void kill(String name) throws InterruptedException {
    processes.get(name).destroyForcibly().waitFor();
  }

  /** Starts a process that has ended with the arguments that it had, and a service on its port. */
  void restart(String name) throws IOException {
    List<String> arguments = new ArrayList<>(argumentsOf.get(name));
    if (!servers.contains(name)) {
      arguments.add("--port=" + http(name).getPort());
      arguments.add("--metrics-port=" + endpoints.get(name).get("metrics").getPort());
    }
    List<String> first = argumentsOf.get(name);
    startWithoutKey(name, mains.get(name), arguments);
    argumentsOf.put(name, first);
  }

  /** Starts a process, and waits until it is ready. */
  void startWithoutKey(String name, Class<?> main, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")); // start faster
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    processes.put(name, process);
    mains.put(name, main);
    argumentsOf.put(name, arguments);
    String line =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8)).readLine();
    assertTrue(line != null && line.startsWith("JITTERLAB READY "), name + ": " + line);
    Map<String, URI> announced = new HashMap<>();
    for (String word : line.split(" ", -1)) {
      int equals = word.indexOf("=http://");
      if (equals > 0) {
        announced.put(word.substring(0, equals), URI.create(word.substring(equals + 1)));
      }
    }
    assertTrue(announced.containsKey("metrics"), line);
    endpoints.put(name, announced);
  }

  Process process(String name) {
    return processes.get(name);
  }

  URI http(String name) {
    return endpoints.get(name).get("http");
  }

  /** Asks as a player; the answer must be status 200. */
  JsonNode get(String name, String path) throws Exception {
    JsonReply reply = player.get(http(name).resolve(path), TIMEOUT, WHILE_BUSY).get();
    assertEquals(200, reply.status(), reply.error());
    return reply.body();
  }

  /** Asks as a player. */
  JsonReply post(String name, String path, JsonNode body) throws Exception {
    return player.post(http(name).resolve(path), body, TIMEOUT, WHILE_BUSY).get();
  }

  /** Asks as a service; a battle server as one that knows its key. */
  JsonReply command(String name, String path, JsonNode body) throws Exception {
    return commandAs(servers.contains(name) ? key.ofServer(name) : key, name, path, body);
  }

  /** Asks as who has that key. */
  JsonReply commandAs(RequestSigner signer, String name, String path, JsonNode body)
      throws Exception {
    return service
        .signedBy(signer)
        .post(http(name).resolve(path), body, TIMEOUT, Retries.none())
        .get();
  }

  /** Asks as a service. */
  JsonReply delete(String name, String path) throws Exception {
    return service.delete(http(name).resolve(path), TIMEOUT, Retries.none()).get();
  }

  /** Returns a metric by its name and labels. */
  double metric(String name, String metric) throws Exception {
    String text = metrics(name);
    return text.lines()
        .filter(sample -> sample.startsWith(metric + " "))
        .mapToDouble(sample -> Double.parseDouble(sample.substring(metric.length() + 1)))
        .findFirst()
        .orElseThrow(() -> new AssertionError(metric + " is not in\n" + text));
  }

  /** Returns all metrics of a process. */
  String metrics(String name) throws Exception {
    return SCRAPES
        .send(
            HttpRequest.newBuilder(endpoints.get(name).get("metrics")).timeout(TIMEOUT).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  @Override
  public void close() {
    player.close();
    service.close();
    processes.values().forEach(Process::destroyForcibly);
  }
}
