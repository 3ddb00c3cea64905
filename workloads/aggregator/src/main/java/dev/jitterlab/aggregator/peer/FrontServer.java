package dev.jitterlab.aggregator.peer;

import dev.jitterlab.observer.Snapshots;
import dev.jitterlab.observer.UnavailableException;
import dev.jitterlab.program.ChildJvm;
import dev.jitterlab.program.Parts;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A server in front of the upstream services, as a process of its own. Thread-safe. */
final class FrontServer implements MultiCollector, AutoCloseable {
  private static final double TICKS_A_SECOND = 100; // USER_HZ, which Linux promises
  private static final int LOOK_MS = 50;
  private static final long ENDING_MS = 1_000;
  private static final String GATEWAY = "dev.jitterlab.aggregator.server.AggregatorServer";

  private final Process process;

  private FrontServer(Process process) {
    this.process = process;
  }

  /**
   * Starts one and waits until it takes connections.
   *
   * @param kind nginx, varnish or gateway
   * @param folder for its files; exists
   * @param jvmArguments and {@code options}: of the gateway
   * @throws UnavailableException if the program is not on this machine
   * @throws IOException if it ends, or does not take connections within 20 seconds
   */
  static FrontServer start(
      String kind,
      Path folder,
      int port,
      List<InetSocketAddress> services,
      List<String> jvmArguments,
      List<String> options)
      throws IOException {
    List<String> command = command(kind, folder, port, services, jvmArguments, options);
    Path output = folder.resolve("front.log");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    return Parts.open(new FrontServer(builder.start()), server -> server.awaitPort(port, output));
  }

  private static List<String> command(
      String kind,
      Path folder,
      int port,
      List<InetSocketAddress> services,
      List<String> jvmArguments,
      List<String> options)
      throws IOException {
    PeerConfiguration files = new PeerConfiguration(folder, port, services);
    int processors = Runtime.getRuntime().availableProcessors();
    switch (kind) {
      case "nginx":
        {
          boolean root = "root".equals(System.getProperty("user.name"));
          String file = files.nginx(processors, 1, root).toString();
          return List.of(
              program("nginx"), "-c", file, "-e", folder.resolve("nginx-error.log").toString());
        }
      case "varnish":
        return List.of(
            program("varnishd"),
            "-j",
            "none", // its files are this user's
            "-F",
            "-a",
            "127.0.0.1:" + port,
            "-f",
            files.varnish().toString(),
            "-n",
            Files.createDirectories(folder.resolve("varnish")).toString(),
            "-s",
            "malloc,256m");
      case "gateway":
        return gateway(port, services, jvmArguments, options);
      default:
        throw new IllegalArgumentException("there is no front " + kind);
    }
  }

  private static List<String> gateway(
      int port, List<InetSocketAddress> services, List<String> jvmArguments, List<String> options) {
    String addresses =
        services.stream()
            .map(one -> one.getHostString() + ':' + one.getPort())
            .collect(Collectors.joining(","));
    List<String> arguments = new ArrayList<>();
    arguments.add("--upstreams=" + addresses);
    arguments.add("--port=" + port);
    arguments.addAll(options);
    return ChildJvm.command(jvmArguments, GATEWAY, arguments);
  }

  /** Returns whether a program is on this machine. */
  static boolean isThere(String name) {
    return found(name).isPresent();
  }

  private static String program(String name) throws UnavailableException {
    return found(name)
        .orElseThrow(
            () ->
                new UnavailableException(
                    "there is no "
                        + name
                        + " on this machine. Install it: apt-get install "
                        + name.replaceFirst("d$", "")));
  }

  private static Optional<String> found(String name) {
    String folders = System.getenv().getOrDefault("PATH", "") + File.pathSeparator + "/usr/sbin";
    return Stream.of(folders.split(File.pathSeparator, -1))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst();
  }

  private void awaitPort(int port, Path output) throws IOException {
    long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (System.nanoTime() - endNs < 0) {
      if (!process.isAlive()) {
        throw new IOException("the server ended; it said: " + Files.readString(output).trim());
      }
      try {
        new Socket(InetAddress.getLoopbackAddress(), port).close();
        return;
      } catch (IOException e) {
        sleep();
      }
    }
    throw new IOException("the server took no connection; it said: " + Files.readString(output));
  }

  private static void sleep() throws IOException {
    try {
      Thread.sleep(LOOK_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Returns the CPU time of all its processes; 0 where there is no /proc. */
  double cpuSeconds() {
    try (Stream<ProcessHandle> all =
        Stream.concat(Stream.of(process.toHandle()), process.descendants())) {
      return all.mapToDouble(FrontServer::ticks).sum() / TICKS_A_SECOND;
    }
  }

  private static double ticks(ProcessHandle one) {
    try {
      String text = Files.readString(Path.of("/proc", Long.toString(one.pid()), "stat"));
      String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ", -1);
      return Double.parseDouble(fields[11]) + Double.parseDouble(fields[12]);
    } catch (IOException e) {
      return 0; // it has ended meanwhile
    }
  }

  @Override
  public MetricSnapshots collect() {
    return new MetricSnapshots(
        Snapshots.counter(
            "jitterlab_front_cpu_seconds",
            "CPU time of the server in front of the services, with all its processes.",
            cpuSeconds()));
  }

  @Override
  public void close() {
    List<ProcessHandle> children = process.descendants().collect(Collectors.toList());
    ChildJvm.end(process, ENDING_MS);
    children.forEach(ProcessHandle::destroyForcibly);
  }
}
