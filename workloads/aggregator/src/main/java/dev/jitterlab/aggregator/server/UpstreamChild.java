package dev.jitterlab.aggregator.server;

import dev.jitterlab.program.ChildJvm;
import dev.jitterlab.program.DaemonThreads;
import dev.jitterlab.program.Parts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The upstream services as a process of their own, which ends with this one: it reads its input,
 * and that ends even if this process is killed. It runs on the JDK of {@code JAVA_HOME}, which is
 * the lab's, so that the JDK under test is the gateway's alone.
 */
final class UpstreamChild implements AutoCloseable {
  private static final String MAIN = "dev.jitterlab.aggregator.upstream.UpstreamServer";
  private static final Pattern REPLICA = Pattern.compile(" replica\\d+=127\\.0\\.0\\.1:(\\d+)");
  private static final long ENDING_MS = 500;

  private final Process process;
  private final List<InetSocketAddress> addresses = new ArrayList<>();

  private UpstreamChild(Process process) {
    this.process = process;
  }

  /**
   * Starts the services and waits until they are ready.
   *
   * @param arguments of the command
   * @throws IOException if they do not become ready; says what they printed
   */
  static UpstreamChild start(List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(java(System.getenv()).toString());
    command.addAll(List.of("-Xmx256m", "-Xms256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=4"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN, "--end-with-input"));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    // What is meant for the JVM under test is not for this one.
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().remove("JDK_JAVA_OPTIONS");
    return Parts.open(new UpstreamChild(builder.start()), UpstreamChild::awaitReady);
  }

  static Path java(Map<String, String> environment) {
    Path own = Path.of(System.getProperty("java.home"), "bin", "java");
    String home = environment.getOrDefault("JAVA_HOME", "");
    Path lab = Path.of(home, "bin", "java");
    return !home.isEmpty() && Files.isExecutable(lab) ? lab : own;
  }

  private void awaitReady() throws IOException {
    BufferedReader output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    StringBuilder said = new StringBuilder();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.contains("JITTERLAB READY")) {
        Matcher replica = REPLICA.matcher(line);
        while (replica.find()) {
          addresses.add(
              new InetSocketAddress(
                  InetAddress.getLoopbackAddress(), Integer.parseInt(replica.group(1))));
        }
        passOn(output);
        return;
      }
      said.append(line).append(' ');
    }
    throw new IOException("the upstream services did not start; they said: " + said);
  }

  private static void passOn(BufferedReader output) {
    DaemonThreads.start(
        "jitterlab-upstream-output",
        () -> {
          try {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
              System.err.println("upstream services: " + line);
            }
          } catch (IOException e) {
            return; // the process has ended
          }
        });
  }

  List<InetSocketAddress> addresses() {
    return addresses;
  }

  @Override
  public void close() {
    ChildJvm.end(process, ENDING_MS);
  }
}
