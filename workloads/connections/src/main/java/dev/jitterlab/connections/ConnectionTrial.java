package dev.jitterlab.connections;

import dev.jitterlab.program.ChildJvm;
import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.program.DaemonThreads;
import dev.jitterlab.program.ProcessCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The command that shares connections among several servers, each with a load of its own, as one
 * process may not have more descriptors; and prints what each server says. All of it ends with it.
 */
@Command(
    name = "connection-trial",
    description =
        "Opens connections to several servers, one process each, holds them, and prints what one"
            + " costs.")
public final class ConnectionTrial extends ProcessCommand {
  private static final Pattern READY = Pattern.compile("JITTERLAB READY (.*)");
  private static final long END_MS = 5_000;

  @Option(names = "--connections", description = "Connections in all.")
  private int connections = 15_000;

  @Option(names = "--servers", description = "Server processes.")
  private int servers = 1;

  @Option(names = "--design", description = "Who reads and writes: ${COMPLETION-CANDIDATES}.")
  private HoldingDesign design = HoldingDesign.EVENT_LOOP;

  @Option(
      names = "--jvm",
      split = ",",
      defaultValue = "-Xms128m,-Xmx128m,-XX:+AlwaysPreTouch,-XX:+UseSerialGC",
      description = "JVM arguments of the servers.")
  private List<String> jvm = List.of();

  @Option(names = "--seconds", description = "How long all are held.")
  private int seconds = 15;

  private final List<Process> processes = new ArrayList<>();

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(new ConnectionTrial(), arguments);
  }

  @Override
  protected void run() throws IOException, InterruptedException {
    PrintWriter out = out();
    Runtime.getRuntime().addShutdownHook(new Thread(this::endAll, "end-of-processes"));
    try {
      int each = (connections + servers - 1) / servers;
      Descriptors.require(Descriptors.limit(), each, "--connections, or raise --servers");
      List<String> metrics = new ArrayList<>();
      for (int i = 1; i <= servers; i++) {
        String server = startServer(each);
        metrics.add(endpoint(server, "metrics"));
        String load = startLoad(each, endpoint(server, "tcp"));
        out.println(
            "server "
                + i
                + " of "
                + servers
                + " has its "
                + each
                + " connections; from a connect to the welcome, p99: "
                + figure(
                    lines(endpoint(load, "metrics")),
                    "jitterlab_load_connect_seconds{quantile=\"0.99\"}")
                + " s");
        out.flush();
      }
      TimeUnit.SECONDS.sleep(seconds);
      List<TrialTable.Server> all = new ArrayList<>();
      for (String at : metrics) {
        List<String> lines = lines(at);
        all.add(begin -> figure(lines, begin));
      }
      TrialTable.of(all).forEach(out::println);
      out.flush();
    } finally {
      endAll();
    }
  }

  private String startServer(int each) throws IOException {
    List<String> arguments =
        List.of("--design=" + design, "--max-connections=" + each, "--broadcast-ms=3000");
    return start(jvm, ConnectionsServer.class, arguments);
  }

  private String startLoad(int each, String tcp) throws IOException {
    return start(
        List.of("-Xmx192m", "-XX:+UseSerialGC"),
        ConnectionsLoad.class,
        List.of("--target=server/1=" + tcp, "--connections=" + each));
  }

  /** Returns its line of readiness. */
  private String start(List<String> jvmArguments, Class<?> main, List<String> arguments)
      throws IOException {
    List<String> command = ChildJvm.command(jvmArguments, main.getName(), arguments);
    Process process = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
    processes.add(process);
    BufferedReader said =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      Matcher ready = READY.matcher(line);
      if (ready.find()) {
        DaemonThreads.start("words-of-" + process.pid(), () -> ignore(said)); // else the pipe fills
        return ready.group(1);
      }
    }
    throw new IOException(main.getSimpleName() + " has ended; see what it says above");
  }

  private static void ignore(Reader said) {
    try {
      said.transferTo(Writer.nullWriter());
    } catch (IOException e) {
      // the process has ended
    }
  }

  private static String endpoint(String line, String name) throws IOException {
    for (String pair : line.split(" ", -1)) {
      if (pair.startsWith(name + "=")) {
        return pair.substring(name.length() + 1);
      }
    }
    throw new IOException("no endpoint " + name + " in: " + line);
  }

  private static List<String> lines(String metrics) throws IOException {
    try (InputStream in = URI.create(metrics).toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .collect(Collectors.toList());
    }
  }

  /** The sum of the series that begin so; 0 if there is none. */
  private static double figure(List<String> metrics, String begin) {
    return metrics.stream()
        .filter(line -> line.startsWith(begin))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  private void endAll() {
    List<Process> all = List.copyOf(processes);
    all.forEach(Process::destroy);
    all.forEach(process -> ChildJvm.end(process, END_MS));
  }
}
