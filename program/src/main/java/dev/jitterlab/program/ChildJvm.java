package dev.jitterlab.program;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * JVMs that a program starts as its children: on the same JDK, with the same class path, and with
 * leave to load native libraries, without which newer JDKs warn of each.
 */
public final class ChildJvm {
  private static final int KNOWS_NATIVE_ACCESS = 17;

  private ChildJvm() {}

  /** Returns the command line of one, which may have another working directory. */
  public static List<String> command(
      List<String> jvmArguments, String main, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    if (Runtime.version().feature() >= KNOWS_NATIVE_ACCESS) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.addAll(jvmArguments);
    command.add("-cp");
    command.add(
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .map(part -> Path.of(part).toAbsolutePath().toString())
            .collect(Collectors.joining(File.pathSeparator)));
    command.add(main);
    command.addAll(arguments);
    return command;
  }

  /** Tells a process to end, and kills it if it has not ended in that time. */
  public static void end(Process process, long patienceMs) {
    process.destroy();
    try {
      if (!process.waitFor(patienceMs, TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
