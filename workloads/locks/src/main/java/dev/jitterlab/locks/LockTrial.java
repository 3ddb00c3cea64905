package dev.jitterlab.locks;

import dev.jitterlab.program.CommandLineProcess;
import dev.jitterlab.settings.JarVersion;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The command that runs one short competition and prints its figures on one line: {@code JITTERLAB
 * TRIAL acquisitions=… seconds=… waits=… wait_p999_ns=… wait_p9999_ns=… wait_longest_ns=… lost=…}.
 * A wait that lasts at the end counts as long as it has lasted. For {@code bench locks}.
 */
@Command(
    name = "lock-trial",
    description = "One short competition for one lock, and its figures on one line.",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class)
public final class LockTrial implements Callable<Integer> {
  private static final double P999 = 99.9;
  private static final double P9999 = 99.99;
  private static final double NS_PER_SECOND = 1e9;

  @Option(names = "--lock", required = true, description = "${COMPLETION-CANDIDATES}")
  private LockKind kind;

  @Option(names = "--threads", required = true, description = "How many threads compete.")
  private int threads;

  @Option(names = "--section-ns", required = true, description = "Work while the lock is held.")
  private long sectionNs;

  @Option(names = "--outside-ns", required = true, description = "Work before each acquisition.")
  private long outsideNs;

  @Option(names = "--barges", description = "k of our own lock.")
  private int barges;

  @Option(names = "--warmup-ms", required = true, description = "Not measured.")
  private long warmupMs;

  @Option(names = "--measured-ms", required = true, description = "Measured.")
  private long measuredMs;

  /** Runs the command and exits. */
  public static void main(String[] arguments) {
    CommandLineProcess.run(new LockTrial(), arguments);
  }

  @Override
  public Integer call() throws InterruptedException {
    Competition competition =
        new Competition(
            threads,
            1,
            kind.locks(barges),
            BusySteps.in(sectionNs, System::nanoTime),
            BusySteps.in(outsideNs, System::nanoTime));
    competition.start();
    TimeUnit.MILLISECONDS.sleep(warmupMs);
    Histogram unused = competition.takeWaits(); // of the warm-up
    long fromNs = System.nanoTime();
    long before = competition.acquisitions();
    TimeUnit.MILLISECONDS.sleep(measuredMs);
    long acquisitions = competition.acquisitions() - before;
    long toNs = System.nanoTime();
    double seconds = (toNs - fromNs) / NS_PER_SECOND;
    Histogram waits = competition.takeWaitsWithLasting(toNs);
    long lost = competition.end();
    System.out.printf(
        Locale.ROOT,
        "JITTERLAB TRIAL acquisitions=%d seconds=%.6f waits=%d wait_p999_ns=%d wait_p9999_ns=%d"
            + " wait_longest_ns=%d lost=%d%n",
        acquisitions,
        seconds,
        waits.getTotalCount(),
        waits.getValueAtPercentile(P999),
        waits.getValueAtPercentile(P9999),
        waits.getMaxValue(),
        lost);
    return lost == 0 ? CommandLine.ExitCode.OK : CommandLineProcess.EXIT_CANNOT_RUN;
  }
}
