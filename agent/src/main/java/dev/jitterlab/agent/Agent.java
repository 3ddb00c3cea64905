package dev.jitterlab.agent;

import dev.jitterlab.observer.MetricsEndpoint;
import dev.jitterlab.observer.PortException;
import dev.jitterlab.observer.ProcessWatch;
import dev.jitterlab.observer.TickMetrics;
import dev.jitterlab.tick.WaitWatch;
import dev.jitterlab.tick.recording.TickLogWriter;
import dev.jitterlab.tick.recording.TickRecorder;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.stream.Stream;

/**
 * The agent: started by the JVM before the server's {@code main}, with the text behind the jar.
 *
 * <p>What goes wrong here ends the JVM, with a line that says what was expected: the server has not
 * begun, and a server that was to be measured and is not gives no figure. What goes wrong later is
 * said once and counted, and the server goes on.
 */
public final class Agent {
  /** As for every process of the lab: wrong arguments. */
  private static final int EXIT_WRONG_ARGUMENTS = 2;

  private static final String HOST = "127.0.0.1";

  /** Servers take their time to load their classes; not finding one for so long is worth a word. */
  private static final long SECONDS_TO_FIND_METHODS = 10;

  private final WaitWatch waits = new WaitWatch();
  private final AgentLog log;
  private final TickRecorder recorder = new TickRecorder();
  private final TickCalls calls;
  private final List<TickMethod> methods = new ArrayList<>();
  private final List<RequestMethod> requestMethods = new ArrayList<>();
  private LateSignal late = LateSignal.NONE;

  private Agent(AgentLog log) {
    this.log = log;
    this.calls = new TickCalls(log);
  }

  /**
   * Starts the agent, or ends the JVM.
   *
   * @param arguments the text behind the jar; null for none
   */
  public static void premain(String arguments, Instrumentation instrumentation) {
    AgentLog log = new AgentLog(System.err);
    try {
      new Agent(log).start(AgentArguments.parse(arguments), instrumentation);
    } catch (IllegalArgumentException | IOException e) {
      log.say("error: " + e.getMessage() + "; the server is not started");
      System.exit(EXIT_WRONG_ARGUMENTS);
    } catch (Throwable e) {
      log.say("error: the agent cannot start (" + e + "); the server is not started");
      e.printStackTrace(System.err);
      System.exit(EXIT_WRONG_ARGUMENTS);
    }
  }

  private void start(AgentArguments arguments, Instrumentation instrumentation) throws Exception {
    PrometheusRegistry registry = new PrometheusRegistry();
    if (arguments.bundles.isPresent()) {
      keepBundles(arguments.bundles.get(), registry);
    }
    IntSupplier receivers = () -> 0;
    if (!arguments.tickMethods.isEmpty()) {
      requireFlightRecorder("tick-method"); // each tick may become an event
      TickTasks tasks =
          new TickTasks(arguments.tickRate, System::nanoTime, recorder, calls, late, waits);
      arguments.tickMethods.forEach(name -> methods.add(tasks.method(name)));
      receivers = tasks::receivers;
      rehearse(arguments);
      TickMetrics.register(registry, recorder, calls.failed::sum, tasks::waitingPeriods);
      if (arguments.tickLog.isPresent()) {
        writeTickLog(arguments.tickLog.get());
      }
    }
    AgentMetrics.register(registry, methods, receivers, calls, log);
    if (arguments.slowRequest.isPresent()) {
      RequestMetrics.register(registry, watchRequests(arguments));
    }
    List<WatchedMethod> watched = new ArrayList<>(methods);
    watched.addAll(requestMethods);
    if (!watched.isEmpty()) {
      Class<?> hook = HookInjection.inject(instrumentation);
      HookInjection.install(hook, watched);
      new MethodTransformer(watched, log).install(instrumentation);
      warnOfMissingMethods();
    }
    ProcessWatch.start();
    log.say("metrics=" + openEndpoint(arguments.metricsPort, registry).uri());
  }

  private static void requireFlightRecorder(String argument) {
    if (ModuleLayer.boot().findModule("jdk.jfr").isEmpty()) {
      throw new IllegalArgumentException(
          argument
              + " needs Flight Recorder, and this JVM has no module jdk.jfr: expected a JDK that has"
              + " it (a program started with -m has it with --add-modules jdk.jfr), or no "
              + argument);
    }
  }

  private Runnable divideLateTime(PrometheusRegistry registry) {
    LateTimes times = new LateTimes();
    LateStream stream = new LateStream(times, log);
    LateMetrics.register(registry, times, stream);
    return stream::start;
  }

  /** The server's start waits for the recorder's, and for nothing else of it. */
  private void keepBundles(BundleOptions options, PrometheusRegistry registry) {
    requireFlightRecorder("bundle-dir");
    late = new LateSignal(options.when.ns());
    List<String> flags = ManagementFactory.getRuntimeMXBean().getInputArguments();
    FlightRing ring = new FlightRing(options);
    SecureRandom random = new SecureRandom();
    BundleFolder folder =
        new BundleFolder(options.folder, ProcessHandle.current().pid(), random.nextLong());
    RecordingMask mask = new RecordingMask(options.redact, random.nextLong());
    Bundles bundles =
        new Bundles(
            options,
            late,
            ring,
            folder,
            new BundleWriter(options, folder, ring, flags, mask, log),
            FlightRing.repository(flags),
            Bundles.ofThisMachine(),
            Instant::now,
            options.causes ? divideLateTime(registry) : () -> {},
            Bundles.writerThread(),
            log);
    BundleMetrics.register(registry, bundles);
    bundles.run(System::nanoTime);
  }

  /** Those that the arguments name first: of two names for one method, the first one counts. */
  private RequestCalls watchRequests(AgentArguments arguments) {
    requireFlightRecorder("requests");
    RequestCalls requests =
        new RequestCalls(arguments.slowRequest.get().ns(), System::nanoTime, log, late, waits);
    for (MethodName name : arguments.requestMethods) {
      requestMethods.add(new RequestMethod(name, requests));
    }
    for (String known : RequestMethod.KNOWN) {
      requestMethods.add(new RequestMethod(MethodName.parse("requests", known), requests));
    }
    RequestCalls rehearsed =
        new RequestCalls(Long.MAX_VALUE, System::nanoTime, log, LateSignal.NONE, waits);
    RequestMethod method = new RequestMethod(requestMethods.get(0).name, rehearsed);
    for (int i = 0; i < 2; i++) {
      method.apply(this).accept(null);
    }
    return requests;
  }

  /** Loads what a tick needs, lest the server's first one waits for it; or finds it missing. */
  private void rehearse(AgentArguments arguments) {
    TickTasks tasks =
        new TickTasks(
            arguments.tickRate,
            System::nanoTime,
            new TickRecorder(),
            calls,
            LateSignal.NONE,
            waits);
    TickMethod method = tasks.method(arguments.tickMethods.get(0));
    Object receiver = new Object();
    for (int i = 0; i < 2; i++) {
      method.apply(receiver).accept(null);
    }
  }

  private static MetricsEndpoint openEndpoint(int port, PrometheusRegistry registry)
      throws IOException {
    try {
      return MetricsEndpoint.start(HOST, port, registry);
    } catch (PortException e) {
      throw new IOException(
          "metrics-port="
              + port
              + " cannot be opened ("
              + e.getCause().getMessage()
              + "): expected a free port, or 0 for any",
          e);
    }
  }

  private void writeTickLog(Path file) throws IOException {
    TickLogWriter ticks;
    try {
      ticks = TickLogWriter.start(recorder, file);
    } catch (IOException e) {
      throw new IOException(
          "tick-log=" + file + " (" + e.getCause() + "): expected a file that can be written", e);
    }
    Runnable end = log.guarded("ending the tick log", ticks::close);
    Runtime.getRuntime().addShutdownHook(new Thread(end, "tick-log-end"));
  }

  private void warnOfMissingMethods() {
    ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(
            loop -> {
              Thread thread = new Thread(loop, "missing-tick-methods");
              thread.setDaemon(true);
              return thread;
            });
    var unused = timer.schedule(this::sayMissingMethods, SECONDS_TO_FIND_METHODS, TimeUnit.SECONDS);
    timer.shutdown(); // what is scheduled is still run
  }

  private void sayMissingMethods() {
    Stream.concat(
            methods.stream(),
            requestMethods.stream()
                .filter(method -> !RequestMethod.KNOWN.contains(method.name.toString())))
        .filter(method -> !method.isFound())
        .forEach(this::sayMissing);
    if (!requestMethods.isEmpty() && requestMethods.stream().noneMatch(RequestMethod::isFound)) {
      log.say(
          "no requests: the server has loaded no servlet, no handler of Netty and no"
              + " jdk.httpserver; name the method that serves one with"
              + " request-method=Class#method");
    }
  }

  private void sayMissing(WatchedMethod method) {
    log.say(
        "no "
            + method.calls
            + ": after "
            + SECONDS_TO_FIND_METHODS
            + " s the server has loaded no class with code of "
            + method.name
            + "; is the name whole, with packages, and that of the class that declares it?");
  }
}
