package dev.jitterlab.lab.collect;

import dev.jitterlab.lab.run.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The scrapes of one round, side by side. Those that nobody has taken are broken off when it is
 * closed. Confined to the thread of the round.
 */
final class OpenScrapes implements AutoCloseable {
  private final Executor requests;
  private final List<Scrape> untaken = new ArrayList<>();
  private final BlockingQueue<Scrape> over = new LinkedBlockingQueue<>();

  /** One that has begun. */
  final class Scrape extends FutureTask<List<Sample>> {
    private final String source;

    private Scrape(String source, Callable<List<Sample>> scrape) {
      super(scrape);
      this.source = source;
    }

    /** The name of what is asked. */
    String source() {
      return source;
    }

    @Override
    protected void done() {
      over.add(this);
    }
  }

  /** Begins with none; they will run there, each at once. */
  OpenScrapes(Executor requests) {
    this.requests = requests;
  }

  void begin(String source, Callable<List<Sample>> scrape) {
    Scrape begun = new Scrape(source, scrape);
    untaken.add(begun);
    requests.execute(begun);
  }

  /** Waits until all are over, but for that long at most, and takes those that are over then. */
  List<Scrape> take(int timeoutMillis) throws InterruptedException {
    long untilNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    List<Scrape> taken = new ArrayList<>();
    Optional<Scrape> next = takeNext(untilNs);
    while (next.isPresent()) {
      taken.add(next.get());
      next = takeNext(untilNs);
    }
    return taken;
  }

  /**
   * Takes one that is over; empty if all are taken, or no other one is over until then.
   *
   * @param untilNs as {@link System#nanoTime} tells it
   */
  Optional<Scrape> takeNext(long untilNs) throws InterruptedException {
    if (untaken.isEmpty()) {
      return Optional.empty();
    }
    Scrape next = over.poll(Math.max(0, untilNs - System.nanoTime()), TimeUnit.NANOSECONDS);
    untaken.remove(next);
    return Optional.ofNullable(next);
  }

  /** Takes all others; those that are not over by now are broken off. */
  List<Scrape> takeRest() {
    close();
    List<Scrape> taken = List.copyOf(untaken);
    untaken.clear();
    return taken;
  }

  /** The sources of those that nobody has taken. */
  List<String> sources() {
    return untaken.stream().map(Scrape::source).toList();
  }

  @Override
  public void close() {
    untaken.forEach(one -> one.cancel(true));
  }
}
