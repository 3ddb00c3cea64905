package dev.jitterlab.aggregator.page;

import dev.jitterlab.aggregator.cache.Fragment;
import dev.jitterlab.aggregator.cache.FragmentCache;
import dev.jitterlab.aggregator.call.CallException;
import dev.jitterlab.aggregator.call.CallOutcome;
import dev.jitterlab.aggregator.call.ServiceCall;
import dev.jitterlab.aggregator.call.UpstreamClient;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Fetches parts, from the cache or from services, all at once, and stops at the deadline. */
final class PartSource {
  private final UpstreamClient client;
  private final FragmentCache cache;
  private final long callNs;

  /**
   * Creates a source.
   *
   * @param callNs how long a call to a service may take, at most
   */
  PartSource(UpstreamClient client, FragmentCache cache, long callNs) {
    this.client = client;
    this.cache = cache;
    this.callNs = callNs;
  }

  /**
   * Gathers parts.
   *
   * @return completes on the ask's event loop, or at once if everything is cached; never fails, and
   *     not after the deadline: what has not come by then is missing
   */
  CompletableFuture<GatheredParts> gather(Ask ask, List<Part> parts) {
    Gathering gathering = new Gathering(parts);
    for (int i = 0; i < parts.size(); i++) {
      gathering.await(i, part(ask, parts.get(i)));
    }
    gathering.endAt(ask.loop, ask.deadlineNs);
    return gathering.result;
  }

  private CompletableFuture<Fragment> part(Ask ask, Part part) {
    if (!part.cached || !cache.isOn()) {
      return fetch(ask.loop, part, call(part).within(ask.deadlineNs, ask.hurried));
    }
    // Others may wait for the same load, so it has its own deadline and not that of one customer.
    return cache.get(part.cacheKey(ask.site), () -> fetch(ask.loop, part, call(part)));
  }

  private ServiceCall call(Part part) {
    return ServiceCall.get(part.service, part.target(), System.nanoTime() + callNs);
  }

  private CompletableFuture<Fragment> fetch(EventLoop loop, Part part, ServiceCall call) {
    return client.call(call, loop).thenApply(body -> fragment(part, body));
  }

  /**
   * Orders something of a service; never cached and never repeated.
   *
   * @param number of the order: the service takes orders of one number once
   */
  CompletableFuture<Object> order(Ask ask, String service, String key, String number, String json) {
    ServiceCall call =
        ServiceCall.order(
                service,
                "/u/" + service + '/' + key,
                number,
                json.getBytes(StandardCharsets.UTF_8),
                System.nanoTime() + callNs)
            .within(ask.deadlineNs, ask.hurried);
    return client.call(call, ask.loop).thenApply(PartSource::tree);
  }

  private static Fragment fragment(Part part, byte[] body) {
    return new Fragment(part.html ? new String(body, StandardCharsets.UTF_8) : tree(body));
  }

  private static Object tree(byte[] body) {
    try {
      return Trees.read(body);
    } catch (IOException e) {
      throw new CallException(CallOutcome.UNREADABLE);
    }
  }

  /** The parts of one page while they come in. Thread-safe. */
  private static final class Gathering {
    private static final Object MISSING_UNTIL_NOW = new Object();

    private final List<Part> parts;
    private final AtomicReferenceArray<Object> come;
    private final AtomicInteger left;
    private final CompletableFuture<GatheredParts> result = new CompletableFuture<>();

    Gathering(List<Part> parts) {
      this.parts = parts;
      this.come = new AtomicReferenceArray<>(parts.size());
      for (int i = 0; i < parts.size(); i++) {
        come.set(i, MISSING_UNTIL_NOW);
      }
      this.left = new AtomicInteger(parts.size() + 1);
    }

    void await(int index, CompletableFuture<Fragment> part) {
      CompletableFuture<?> unused =
          part.whenComplete(
              (fragment, failure) -> {
                come.set(index, failure == null ? fragment : failure);
                oneLess();
              });
    }

    void endAt(EventLoop loop, long deadlineNs) {
      oneLess();
      if (!result.isDone()) {
        var timer =
            loop.schedule(
                this::finish, Math.max(0, deadlineNs - System.nanoTime()), TimeUnit.NANOSECONDS);
        CompletableFuture<?> unused = result.whenComplete((parts, none) -> timer.cancel(false));
      }
    }

    private void oneLess() {
      if (left.decrementAndGet() == 0) {
        finish();
      }
    }

    private void finish() {
      if (result.isDone()) {
        return;
      }
      GatheredParts gathered = new GatheredParts();
      for (int i = 0; i < parts.size(); i++) {
        Object one = come.get(i);
        if (one instanceof Fragment) {
          gathered.come(parts.get(i), (Fragment) one);
        } else {
          gathered.isMissing(
              parts.get(i),
              one instanceof Throwable ? (Throwable) one : new CallException(CallOutcome.TIMEOUT));
        }
      }
      result.complete(gathered);
    }
  }
}
