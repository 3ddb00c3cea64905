package dev.jitterlab.bench.http;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.Unchecked;
import dev.jitterlab.lab.host.HostProcess;
import dev.jitterlab.lab.host.LabProcess;
import dev.jitterlab.lab.host.Processes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The server that all generators load, on one thread: nginx with a short answer from memory, or,
 * where that is not installed, the generator's own {@code AnswerServer}. It runs from the begin of
 * the bench to its end. For one thread.
 *
 * @param name of the program that serves
 */
record FastServer(String name, List<String> command, Path folder, int port) {
  private static final String ANSWER =
      "hello from the server of the bench: a hundred bytes, since answers of services are small as"
          + " well";
  private static final double PATIENCE_SECONDS = 10;
  private static final double LOOK_SECONDS = 0.05;
  private static final int CONNECT_MS = 500;

  /**
   * Prepares one; starts nothing.
   *
   * @param folder for its files, which is made
   */
  static FastServer of(HttpPrograms programs, int port, Path folder) {
    Path absolute = folder.toAbsolutePath();
    List<String> command = new ArrayList<>(programs.pinned(true));
    Optional<Path> nginx = programs.nginx();
    if (nginx.isEmpty()) {
      command.addAll(programs.answerServer(port));
      return new FastServer("java", command, absolute, port);
    }
    Path configuration = absolute.resolve("nginx.conf");
    Unchecked.io(
        () -> {
          Files.createDirectories(absolute);
          Files.writeString(configuration, configuration(absolute, port));
        });
    command.addAll(List.of(nginx.get().toString(), "-c", configuration.toString(), "-e", "stderr"));
    return new FastServer("nginx", command, absolute, port);
  }

  /** One process with one thread, which needs no rights and writes below its folder alone. */
  static String configuration(Path folder, int port) {
    StringBuilder text = new StringBuilder(1_000);
    text.append("daemon off;\nmaster_process off;\n");
    text.append("pid ").append(quoted(folder.resolve("nginx.pid"))).append(";\n");
    text.append("error_log stderr warn;\nevents { worker_connections 20000; }\nhttp {\n");
    text.append("  access_log off;\n  keepalive_requests 1000000000;\n  keepalive_timeout 1h;\n");
    for (String module : List.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi")) {
      text.append("  ")
          .append(module)
          .append("_temp_path ")
          .append(quoted(folder.resolve(module)))
          .append(";\n");
    }
    text.append("  server {\n    listen 127.0.0.1:").append(port).append(" backlog=4096;\n");
    text.append("    location / { default_type text/plain; return 200 \"");
    text.append(ANSWER).append("\"; }\n  }\n}\n");
    return text.toString();
  }

  private static String quoted(Path path) {
    return '"' + path.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** Where it is, as host and port. */
  String address() {
    return "127.0.0.1:" + port;
  }

  /**
   * Starts it and waits until it takes connections.
   *
   * @return its process, to be asked for its CPU time
   * @throws LabException if it ends, or takes none
   */
  HostProcess start(Processes processes, Time time) throws InterruptedException {
    LabProcess process = processes.start("server", 0, command, folder);
    long deadlineNs = time.nanoTime() + Math.round(PATIENCE_SECONDS * 1e9);
    while (!takesConnections()) {
      if (time.nanoTime() - deadlineNs >= 0) {
        throw LabException.failed(
                "server",
                "the server takes no connections on port " + port,
                "See what it printed; is the machine busy with something else?")
            .withDetails(process.lastWords());
      }
      processes.watch(LOOK_SECONDS, () -> {});
    }
    return process.onHost();
  }

  private boolean takesConnections() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
