package dev.jitterlab.battle.cluster.results;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A real PostgreSQL of its own, on a free loopback port, in a folder of its own. Its server refuses
 * to run as root: root starts it as another user.
 */
final class PostgresServer implements AutoCloseable {
  private static final String USER = "jitterlab";
  private static final List<String> OTHER_USERS = List.of("postgres", "nobody");

  private final Path binaries;
  private final Path folder;
  private final int port;
  private final List<String> asUser;
  private Process process;

  private PostgresServer(Path binaries, Path folder, int port, List<String> asUser) {
    this.binaries = binaries;
    this.folder = folder;
    this.port = port;
    this.asUser = asUser;
  }

  /** Finds the folder with PostgreSQL's programs; Debian keeps them out of the path. */
  static Optional<Path> binaries() throws IOException {
    List<Path> candidates = new ArrayList<>();
    for (String each : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
      candidates.add(Path.of(each));
    }
    Path debian = Path.of("/usr/lib/postgresql");
    if (Files.isDirectory(debian)) {
      try (Stream<Path> versions = Files.list(debian)) {
        versions.map(version -> version.resolve("bin")).sorted().forEach(candidates::add);
      }
    }
    return candidates.stream()
        .filter(each -> Files.isExecutable(each.resolve("initdb")))
        .filter(each -> Files.isExecutable(each.resolve("postgres")))
        .findFirst();
  }

  /** Makes a database cluster below that folder, and starts it. */
  static PostgresServer start(Path binaries, Path under) throws Exception {
    Path folder = Files.createDirectory(under.resolve("postgresql"));
    List<String> asUser = List.of();
    if ("root".equals(System.getProperty("user.name"))) {
      UserPrincipal other = otherUser(folder);
      Files.setOwner(folder, other);
      asUser =
          List.of(
              "setpriv",
              "--reuid=" + other.getName(),
              "--regid=65534",
              "--clear-groups",
              "--pdeathsig=KILL");
    }
    PostgresServer server = new PostgresServer(binaries, folder, freePort(), asUser);
    server.initialise();
    server.start();
    return server;
  }

  private static UserPrincipal otherUser(Path folder) throws IOException {
    for (String name : OTHER_USERS) {
      try {
        return folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(name);
      } catch (UserPrincipalNotFoundException e) {
        // perhaps the next one is here
      }
    }
    throw new IOException("none of these users is here: " + OTHER_USERS);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void initialise() throws Exception {
    Process made =
        run(
            "initdb",
            "--pgdata=" + folder.resolve("data"),
            "--username=" + USER,
            "--auth=trust",
            "--encoding=UTF8",
            "--no-locale",
            "--no-sync");
    if (!made.waitFor(60, TimeUnit.SECONDS) || made.exitValue() != 0) {
      made.destroyForcibly();
      throw new IOException("initdb failed: " + Files.readString(log()));
    }
  }

  /** Starts the server, and waits until it answers. */
  void start() throws Exception {
    process =
        run(
            "postgres",
            "-D",
            folder.resolve("data").toString(),
            "-p",
            Integer.toString(port),
            "-c",
            "listen_addresses=127.0.0.1",
            "-c",
            "unix_socket_directories=",
            "-c",
            "fsync=off",
            "-c",
            "shared_buffers=2MB",
            "-c",
            "max_connections=10");
    while (process.isAlive() && !answers()) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(30));
    }
    if (!process.isAlive()) {
      throw new IOException("the server ended: " + Files.readString(log()));
    }
  }

  private boolean answers() {
    try {
      DriverManager.getConnection(url()).close();
      return true;
    } catch (SQLException e) {
      return false;
    }
  }

  private Process run(String program, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(asUser);
    command.add(binaries.resolve(program).toString());
    command.addAll(Arrays.asList(arguments));
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
        .start();
  }

  /** Beside the folder: that belongs to another user. */
  private Path log() {
    return folder.resolveSibling("postgresql.log");
  }

  /** Kills the server, as a crash would. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }

  /** Empties the database. */
  void clear() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement()) {
      statement.execute("DROP SCHEMA public CASCADE");
      statement.execute("CREATE SCHEMA public");
    }
  }

  String url() {
    return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=" + USER;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
