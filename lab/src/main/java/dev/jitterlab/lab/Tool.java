package dev.jitterlab.lab;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs a short command to its end and keeps what it prints. */
public final class Tool {
  /** What a command reads that has nothing to read. */
  public static final ProcessBuilder.Redirect NOTHING =
      ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile());

  private static final int SHOWN_LINES = 12;

  /** What a command did; {@code output} has both of its streams. */
  public record Result(int exitCode, String output) {
    /** Whether its exit status is 0. */
    public boolean succeeded() {
      return exitCode == 0;
    }

    /** The last lines of the output, which mostly say what went wrong. */
    public String lastLines() {
      List<String> lines = output.lines().toList();
      int from = Math.max(0, lines.size() - SHOWN_LINES);
      return String.join("\n", lines.subList(from, lines.size()));
    }
  }

  private Tool() {}

  /**
   * Runs a command with exactly these environment variables; it ends with the lab, or at the time
   * limit, at the latest.
   *
   * @throws IOException if it cannot be started or does not end in time
   */
  public static Result run(List<String> command, Map<String, String> environment, Duration limit)
      throws IOException {
    return run(command, environment, limit, Path.of(""));
  }

  /**
   * As {@link #run(List, Map, Duration)}, in a folder of the caller's choice.
   *
   * @param folder where the command runs, and leaves files that it does not name
   */
  public static Result run(
      List<String> command, Map<String, String> environment, Duration limit, Path folder)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.directory(folder.toAbsolutePath().toFile());
    builder.redirectInput(NOTHING);
    builder.environment().keySet().retainAll(environment.keySet());
    builder.environment().putAll(environment);
    Process process = builder.start();
    Thread killer = new Thread(process::destroyForcibly, "end " + command.getFirst());
    Runtime.getRuntime().addShutdownHook(killer);
    try {
      CompletableFuture<String> output =
          CompletableFuture.supplyAsync(() -> readAll(process.getInputStream()));
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException(
            String.join(" ", command) + " did not end within " + limit.toSeconds() + " s");
      }
      return new Result(process.exitValue(), output.get(5, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for " + command.getFirst(), e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("cannot read what " + command.getFirst() + " prints", e);
    } finally {
      process.destroyForcibly();
      forget(killer);
    }
  }

  private static void forget(Thread killer) {
    try {
      Runtime.getRuntime().removeShutdownHook(killer);
    } catch (IllegalStateException _) {
      // The lab is ending: the hook runs, and finds the process dead.
    }
  }

  private static String readAll(InputStream stream) {
    try (stream) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
