package dev.jitterlab.business.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A business server as the lab starts it: a process of its own, in a folder of its own. */
final class ServerProcess implements AutoCloseable {
  private final Process process;
  private final Path output;

  private ServerProcess(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  static ServerProcess start(Path folder, String... arguments) throws IOException {
    Path output = folder.resolve("stdout.log");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1", // starts faster
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                BusinessServer.class.getName(),
                "--customers=10",
                "--products=100"));
    command.addAll(Arrays.asList(arguments));
    return new ServerProcess(
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start(),
        output);
  }

  String output() throws IOException {
    return Files.readString(output);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** What it printed, and what its threads do: for a test that waits in vain. */
  String account() throws IOException, InterruptedException {
    if (!process.isAlive()) {
      return "it ended with " + process.exitValue() + ": " + output();
    }
    Process jcmd =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(process.pid()),
                "Thread.print")
            .redirectErrorStream(true)
            .start();
    String threads = new String(jcmd.getInputStream().readAllBytes(), UTF_8);
    jcmd.waitFor(60, TimeUnit.SECONDS);
    return output() + threads;
  }

  /** Waits until it has printed that. */
  String awaitLine(String begin) throws Exception {
    while (true) {
      boolean isAlive = process.isAlive(); // asked first: what it printed last counts
      for (String line : output().split("\n", -1)) {
        if (line.startsWith(begin)) {
          return line;
        }
      }
      if (!isAlive) {
        throw new IOException("it ended with " + process.exitValue() + ": " + output());
      }
      Thread.sleep(10);
    }
  }

  String metrics() throws Exception {
    String line = awaitLine("JITTERLAB READY ");
    URI uri = URI.create(line.substring(line.indexOf("metrics=") + "metrics=".length()));
    return new String(uri.toURL().openStream().readAllBytes(), UTF_8);
  }

  /** The value of a series, summed up over its labels. */
  double metric(String name) throws Exception {
    double sum = Double.NaN;
    for (String line : metrics().split("\n", -1)) {
      if (line.startsWith(name + " ") || line.startsWith(name + "{")) {
        double value = Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
        sum = Double.isNaN(sum) ? value : sum + value;
      }
    }
    return sum;
  }

  /** Sends SIGTERM, and returns its exit status. */
  int end() throws InterruptedException {
    process.destroy();
    return awaitEnd();
  }

  int awaitEnd() throws InterruptedException {
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      throw new IllegalStateException("it does not end");
    }
    return process.exitValue();
  }

  /** Kills it as kill -9 does. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    awaitEnd();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
