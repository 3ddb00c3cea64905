package dev.jitterlab.load;

import dev.jitterlab.program.DaemonThreads;
import dev.jitterlab.tick.NanoClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Which targets a generator loads now, told by lines: {@code turn a/1 b/2} says that it loads these
 * two and no others, {@code turn} that it loads none. Once that holds, it answers {@code JITTERLAB
 * TURN a/1 b/2}. So one server after the other can work while the others rest, with their sessions
 * alive.
 *
 * <p>At first no target has its turn. Thread-safe; who pauses and goes on is told by the thread
 * that reads the lines.
 */
public final class Turns {
  private static final String TURN = "turn";

  private final NanoClock clock;
  private final Map<String, List<TurnTaker>> takers = new HashMap<>();
  private Set<String> working = Set.of();

  /**
   * Creates turns of targets that all rest.
   *
   * @param clock the load's
   */
  public Turns(List<Target> targets, NanoClock clock) {
    this.clock = clock;
    targets.forEach(target -> takers.put(target.id(), new CopyOnWriteArrayList<>()));
  }

  /** Adds a part that loads that target; it is paused as long as the target has not its turn. */
  public synchronized void add(Target target, TurnTaker taker) {
    takers.get(target.id()).add(taker);
    if (working.contains(target.id())) {
      taker.resume(clock.nanoTime());
    }
  }

  /**
   * Follows a line.
   *
   * @return the answer, once it holds
   * @throws IllegalArgumentException if it is not such a line, or names something else than targets
   */
  public synchronized String follow(String line) {
    List<String> words = Arrays.asList(line.strip().split(" +", -1));
    List<String> ids = words.subList(1, words.size());
    if (!words.get(0).equals(TURN) || !takers.keySet().containsAll(ids)) {
      throw new IllegalArgumentException(
          "expected '" + TURN + "' and the ids of targets, not '" + line + "'");
    }
    Set<String> next = Collections.unmodifiableSet(new HashSet<>(ids));
    long nowNs = clock.nanoTime();
    for (Map.Entry<String, List<TurnTaker>> target : takers.entrySet()) {
      if (working.contains(target.getKey()) && !next.contains(target.getKey())) {
        target.getValue().forEach(taker -> taker.pause(nowNs));
      }
    }
    for (Map.Entry<String, List<TurnTaker>> target : takers.entrySet()) {
      if (!working.contains(target.getKey()) && next.contains(target.getKey())) {
        target.getValue().forEach(taker -> taker.resume(nowNs));
      }
    }
    working = next;
    StringBuilder answer = new StringBuilder("JITTERLAB TURN");
    ids.forEach(id -> answer.append(' ').append(id));
    return answer.toString();
  }

  /** Follows lines until there are no more, on a thread of its own that keeps no process alive. */
  public void listen(InputStream lines, PrintStream answers) {
    DaemonThreads.start("jitterlab-turns", () -> followAll(lines, answers));
  }

  private void followAll(InputStream lines, PrintStream answers) {
    BufferedReader reader =
        new BufferedReader(new InputStreamReader(lines, StandardCharsets.UTF_8));
    try {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        answers.print(answer(line) + "\n");
        answers.flush();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String answer(String line) {
    try {
      return follow(line);
    } catch (IllegalArgumentException e) {
      return e.getMessage();
    }
  }
}
