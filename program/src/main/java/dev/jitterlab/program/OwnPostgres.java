package dev.jitterlab.program;

import dev.jitterlab.observer.UnavailableException;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A PostgreSQL of this process's own, on a free loopback port and in a folder of its own. It is
 * killed when the thread that started it ends, also by a kill of this process. PostgreSQL refuses
 * to run as root: root starts it as another user. The program that uses it brings PostgreSQL's
 * driver. For one thread.
 */
public final class OwnPostgres implements AutoCloseable {
  private static final String ROLE = "jitterlab";
  private static final List<String> OTHER_USERS = List.of("postgres", "nobody");
  private static final long MAKING_SECONDS = 120;

  private final Path programs;
  private final Path folder;
  private final int port;
  private final List<String> prefix;
  private Process process;

  private OwnPostgres(Path programs, Path folder, int port, List<String> prefix) {
    this.programs = programs;
    this.folder = folder;
    this.port = port;
    this.prefix = prefix;
  }

  /** Finds the folder with PostgreSQL's programs; Debian keeps them out of the path. */
  public static Optional<Path> programs() throws IOException {
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

  /**
   * Makes a database below a folder, and starts its server.
   *
   * @throws UnavailableException if this machine has no PostgreSQL
   * @throws IOException if it does not start
   */
  public static OwnPostgres start(Path under) throws IOException {
    Path programs =
        programs()
            .orElseThrow(
                () ->
                    new UnavailableException(
                        "this machine has no PostgreSQL: neither PATH nor /usr/lib/postgresql has"
                            + " initdb and postgres; apt-get install postgresql, or give the URL of"
                            + " a database, jdbc:postgresql://HOST/NAME"));
    Path folder = Files.createDirectory(under.toAbsolutePath().resolve("postgresql"));
    List<String> prefix = new ArrayList<>(List.of("setpriv", "--pdeathsig=KILL"));
    if ("root".equals(System.getProperty("user.name"))) {
      UserPrincipal other = otherUser(folder);
      Files.setOwner(folder, other);
      prefix.addAll(List.of("--reuid=" + other.getName(), "--regid=65534", "--clear-groups"));
    }
    OwnPostgres own = new OwnPostgres(programs, folder, freePort(), prefix);
    own.make();
    own.resume();
    return own;
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

  private void make() throws IOException {
    Process making =
        run(
            "initdb",
            "--pgdata=" + folder.resolve("data"),
            "--username=" + ROLE,
            "--auth=trust",
            "--encoding=UTF8",
            "--no-locale",
            "--no-sync");
    try {
      if (!making.waitFor(MAKING_SECONDS, TimeUnit.SECONDS) || making.exitValue() != 0) {
        making.destroyForcibly();
        throw new IOException("PostgreSQL's initdb failed: " + Files.readString(log()));
      }
    } catch (InterruptedException e) {
      making.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while PostgreSQL's initdb ran", e);
    }
  }

  /**
   * Starts the server again, on the same port, after {@link #close}: it recovers what it had.
   *
   * @throws IOException if it does not start
   */
  public void resume() throws IOException {
    try {
      DriverManager.getDriver(url());
    } catch (SQLException e) {
      throw new IOException("PostgreSQL's JDBC driver is not on the class path", e);
    }
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
            "max_connections=300");
    while (process.isAlive() && !answers()) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(30));
    }
    if (!process.isAlive()) {
      throw new IOException("PostgreSQL did not start: " + Files.readString(log()));
    }
  }

  private boolean answers() {
    try (Connection connection = DriverManager.getConnection(url())) {
      return connection.isValid(1);
    } catch (SQLException e) {
      return false;
    }
  }

  private Process run(String program, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(prefix);
    command.add(programs.resolve(program).toString());
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

  /** Returns where it is. */
  public String url() {
    return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=" + ROLE;
  }

  /** Ends it as a crash would. */
  @Override
  public void close() {
    process.destroyForcibly();
    try {
      boolean unused = process.waitFor(2, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
