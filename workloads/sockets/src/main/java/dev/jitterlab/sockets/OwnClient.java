package dev.jitterlab.sockets;

import dev.jitterlab.program.ChildJvm;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The client of a server, as its child: on the same JDK, with the same JVM arguments and the same
 * options, so that both ends are what an experiment's group asks for.
 */
final class OwnClient implements AutoCloseable {
  private static final long END_MS = 1_000;
  private static final String FOR_EVER_MS = Long.toString(TimeUnit.DAYS.toMillis(365));

  private final Process process;
  private final OwnCpu cpu;

  private OwnClient(Process process) {
    this.process = process;
    this.cpu = new OwnCpu(Path.of("/proc", Long.toString(process.pid()), "task"));
  }

  /**
   * Starts it.
   *
   * @param jvmArguments of this process, such as {@code -Xmx64m}
   * @param options as the server got them
   * @param onEnd is run if it ends by itself
   */
  static OwnClient start(
      List<String> jvmArguments, List<String> options, String data, String marks, Runnable onEnd)
      throws IOException {
    List<String> arguments = new ArrayList<>(options);
    arguments.add("--target=" + data);
    arguments.add("--marks=" + marks);
    arguments.add("--warmup-ms=0");
    arguments.add("--millis=" + FOR_EVER_MS);
    Process process =
        new ProcessBuilder(ChildJvm.command(jvmArguments, SocketClient.class.getName(), arguments))
            .redirectOutput(Redirect.INHERIT)
            .redirectError(Redirect.INHERIT)
            .start();
    OwnClient client = new OwnClient(process);
    process.onExit().thenRun(onEnd).exceptionally(unused -> null);
    return client;
  }

  /** What its threads have taken; once it has ended, what was seen last. */
  long cpuNs() {
    return cpu.knownNs();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public void close() {
    ChildJvm.end(process, END_MS);
  }
}
