package dev.jitterlab.periodic;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.jitterlab.observer.UnavailableException;
import dev.jitterlab.program.ChildJvm;
import dev.jitterlab.program.DaemonThreads;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * A program that ticks in a process of its own and prints its ticks, line by line; they are read in
 * constant memory. The process ends with this one: by {@link #close}, or because nobody reads what
 * it prints. For one thread.
 */
final class NativeProgram implements Ticking {
  private static final long FIRST_TICK_SECONDS = 10;
  private static final long END_MS = 1_000;

  /** How much of what is no tick is kept as evidence. */
  private static final int MOST_WORDS = 1_000;

  private final String name;
  private final List<String> command;
  private final Predicate<String> lines;
  private final Runnable onEnd;
  private final String remedy;
  private final CountDownLatch firstTick = new CountDownLatch(1);

  /** Written by the reader alone. */
  private volatile String words = "";

  private volatile boolean ticked;
  private volatile boolean closing;
  private volatile String failure;
  private Process process;
  private Thread reader;

  /**
   * Creates it; nothing is started yet.
   *
   * @param name how messages name it
   * @param lines is told each line, from one thread; false if the line is no tick
   * @param onEnd is run when the program ends by itself
   * @param remedy what to do if it does not tick, a sentence
   */
  NativeProgram(
      String name, List<String> command, Predicate<String> lines, Runnable onEnd, String remedy) {
    this.name = name;
    this.command = command;
    this.lines = lines;
    this.onEnd = onEnd;
    this.remedy = remedy;
  }

  @Override
  public void start() throws UnavailableException, InterruptedException {
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new UnavailableException(name + " cannot be started here. " + remedy);
    }
    reader = DaemonThreads.start("reader-of-" + name, this::read);
    if (!firstTick.await(FIRST_TICK_SECONDS, TimeUnit.SECONDS) || !ticked) {
      close();
      throw new UnavailableException(name + " does not tick here; it says: " + words + remedy);
    }
  }

  private void read() {
    StringBuilder said = new StringBuilder();
    try (BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        if (lines.test(line)) {
          if (!ticked) {
            ticked = true;
            firstTick.countDown();
          }
        } else if (said.length() < MOST_WORDS) {
          said.append(line.strip()).append("; ");
          words = said.toString();
        }
      }
    } catch (IOException e) {
      words = said.append(e).toString();
    }
    if (!closing) {
      failure = name + " has ended by itself; it says: " + words;
      onEnd.run();
    }
    firstTick.countDown();
  }

  @Override
  public String failure() {
    return failure;
  }

  @Override
  public void close() {
    closing = true;
    if (process == null) {
      return;
    }
    ChildJvm.end(process, END_MS);
    try {
      reader.join(END_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
