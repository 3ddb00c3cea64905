package dev.jitterlab.play;

import dev.jitterlab.lab.Json;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * What happened to the processes of a play, for its page: a file that is written anew with each
 * event. Thread-safe.
 */
final class PlayEvents {
  private static final int KEPT = 12;

  /**
   * One event.
   *
   * @param seconds since the cluster was up
   * @param process whose it is
   * @param what killed, died, ready or given-up
   */
  record Event(double seconds, String process, String what) {}

  /** The file's content. */
  private record Content(
      boolean chaos,
      long kills,
      long deaths,
      long restarts,
      List<Event> events,
      AuditResult audit) {}

  private final Path file;
  private final boolean chaos;
  private final Deque<Event> newest = new ArrayDeque<>();
  private long kills;
  private long deaths;
  private long restarts;
  private AuditResult audit;

  PlayEvents(Path file, boolean chaos) {
    this.file = file;
    this.chaos = chaos;
  }

  synchronized void killed(double seconds, String process) {
    kills++;
    add(new Event(seconds, process, "killed"));
  }

  synchronized void died(double seconds, String process) {
    deaths++;
    add(new Event(seconds, process, "died"));
  }

  synchronized void readyAgain(double seconds, String process) {
    restarts++;
    add(new Event(seconds, process, "ready"));
  }

  synchronized void givenUp(double seconds, String process) {
    add(new Event(seconds, process, "given-up"));
  }

  synchronized void audited(AuditResult result) {
    audit = result;
    write();
  }

  synchronized long kills() {
    return kills;
  }

  synchronized long restarts() {
    return restarts;
  }

  private void add(Event event) {
    newest.addFirst(event);
    if (newest.size() > KEPT) {
      newest.removeLast();
    }
    write();
  }

  private void write() {
    Json.write(file, new Content(chaos, kills, deaths, restarts, List.copyOf(newest), audit));
  }
}
