package dev.jitterlab.lab.campaign;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.FileTree;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.Unchecked;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunLock;
import dev.jitterlab.lab.run.RunState;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Runs experiments several times, in turn, and keeps one record of each run.
 *
 * <p>The records are the only memory: a run that ended is never repeated. A run that was under way
 * when it or the campaign was ended goes on in its own directory, which is named by the experiment,
 * the content of its file and of the files that it names, and the number of the run. Where one has
 * changed since, its runs begin anew, and old records stay. A run that cannot be continued is moved
 * aside, and begins again. If it only cannot be continued now, because another lab is measuring it,
 * the campaign ends.
 *
 * <p>For one thread. The records and run directories outlive the process at any moment.
 *
 * @param kept where the records go
 * @param runs the folder of the run directories
 * @param progress takes each line of what the campaign does
 */
public record Campaign(
    RunLauncher launcher, Time time, KeptRuns kept, Path runs, Consumer<String> progress) {
  /** So many failures of an experiment one after the other end its part of the campaign. */
  private static final int FAILURES = 2;

  /** So many runs one after the other during which it changed do so, too. */
  private static final int CHANGES = 2;

  private static final int FINGERPRINT_DIGITS = 12;

  /** Of a JVM that SIGTERM has ended. */
  private static final int TERMINATED = 128 + 15;

  /** An experiment of the campaign. */
  private static final class Subject {
    final Path file;
    final String name;
    String content;
    int failuresInARow;
    int changesInARow;
    String lastFailure = "";

    Subject(Path file) {
      this.file = file;
      this.name = name(file);
      this.content = fingerprint(file);
    }

    /** Somebody may edit the file while the campaign goes on. */
    void readAgain() {
      String now = fingerprint(file);
      failuresInARow = now.equals(content) ? failuresInARow : 0;
      content = now;
    }

    /** A server that writes into a file that the experiment names would begin it anew for ever. */
    void noteChange() {
      changesInARow = fingerprint(file).equals(content) ? 0 : changesInARow + 1;
    }

    boolean isLeftOut() {
      return failuresInARow >= FAILURES || changesInARow >= CHANGES;
    }

    Problem whyLeftOut() {
      if (changesInARow >= CHANGES) {
        return Problem.in(
            file.toString(),
            "the campaign left this experiment out, because it, or a file that it names, changed"
                + " while a run went on, and again during the next run. Each change begins the count"
                + " of runs anew",
            "If the server writes into a file beside the experiment, let it write into"
                + " ${directory}, and give the same command again.");
      }
      return Problem.in(
          file.toString(),
          "the campaign left this experiment out, because two of its runs in a row did not come to"
              + " their end. The last: "
              + lastFailure,
          "Remove the cause, and give the same command again: runs that ended are not repeated.");
    }
  }

  /**
   * Goes on until so many runs of each experiment have ended, one run of each in turn.
   *
   * @param atLeast how many runs of each file shall have ended, those of earlier campaigns included
   * @param forMinutes after that no run is started that would probably end later; empty for no
   *     limit
   * @return of each experiment that was left out, why; such an experiment has fewer runs than asked
   *     for
   * @throws LabException with {@link ExitCode#NOT_NOW} if a run cannot go on now: its directory is
   *     left as it is; and if an experiment cannot be run
   */
  public List<Problem> run(List<Path> experiments, int atLeast, OptionalLong forMinutes)
      throws InterruptedException {
    long startedNs = time.nanoTime();
    List<Subject> subjects = new ArrayList<>();
    for (Path experiment : experiments) {
      Subject subject = new Subject(experiment);
      kept.of(subject.name, subject.content).forEach(run -> learn(subject, run));
      subject.failuresInARow = 0; // of an earlier campaign: the cause may be gone
      subjects.add(subject);
    }
    boolean went = true;
    while (went) {
      went = false;
      for (Subject subject : subjects) {
        subject.readAgain();
        List<KeptRun> runs = kept.of(subject.name, subject.content);
        long done = runs.stream().filter(run -> !run.validity().equals(KeptRun.FAILED)).count();
        if (done >= atLeast || subject.isLeftOut()) {
          continue;
        }
        if (!hasTimeFor(subject, runs, startedNs, forMinutes)) {
          progress.accept(
              subject.name
                  + ": not started, because it would probably end after the time of --for");
          continue;
        }
        progress.accept("%s: run %d of %d".formatted(subject.name, done + 1, atLeast));
        Optional<KeptRun> ended = measure(subject, runs.size() + 1);
        if (ended.isPresent()) {
          kept.add(ended.get());
          learn(subject, ended.get());
          progress.accept(line(ended.get()));
        } else {
          subject.failuresInARow++;
        }
        subject.noteChange();
        went = true;
      }
    }
    return subjects.stream().filter(Subject::isLeftOut).map(Subject::whyLeftOut).toList();
  }

  /**
   * The next one may take as long as the longest so far; the first, as long as it is planned. How
   * soon a run failed, or how long another content took, says nothing of it.
   *
   * @param soFar the runs of the experiment as it is now
   */
  private boolean hasTimeFor(
      Subject subject, List<KeptRun> soFar, long startedNs, OptionalLong forMinutes) {
    if (forMinutes.isEmpty()) {
      return true;
    }
    long leftNs = TimeUnit.MINUTES.toNanos(forMinutes.getAsLong()) - (time.nanoTime() - startedNs);
    double needed =
        soFar.stream()
            .filter(run -> !run.validity().equals(KeptRun.FAILED))
            .map(KeptRun::wallSeconds)
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .max()
            .orElseGet(() -> launcher.estimateSeconds(subject.file));
    return leftNs > needed * 1e9;
  }

  private static void learn(Subject subject, KeptRun run) {
    boolean failed = run.validity().equals(KeptRun.FAILED);
    subject.failuresInARow = failed ? subject.failuresInARow + 1 : 0;
    if (failed) {
      subject.lastFailure = failure(run);
    }
  }

  /** Empty if the run has not come to its end: what it measured counts once it has. */
  private Optional<KeptRun> measure(Subject subject, int number) throws InterruptedException {
    Path directory =
        runs.resolve(subject.name + "-" + subject.content).resolve(Integer.toString(number));
    Instant at = Instant.ofEpochSecond((long) time.epochSeconds());
    RunLock.requireIdle(new RunDirectory(directory)); // a killed campaign's run may still go on
    int status = goOnOrBegin(subject, directory);
    if (status == ExitCode.NOT_NOW.status()) {
      throw LabException.notNow(
          directory.toString(),
          "the run cannot go on now; see the error above",
          "Remove the cause, and give the same command again: what was measured is kept.");
    }
    if (status == ExitCode.INTERRUPTED.status() || status == TERMINATED) {
      throw new InterruptedException(directory.toString());
    }
    if (status == ExitCode.WRONG_EXPERIMENT.status()) {
      throw LabException.wrong(
          subject.file.toString(),
          "the experiment cannot be run; see the error above",
          "Correct it, and give the same command again: finished runs are not repeated.");
    }
    if (isToGoOn(directory)) {
      subject.lastFailure =
          "run %d has not come to its end (exit status %d), and can go on; what it measured is kept in %s"
              .formatted(number, status, directory);
      progress.accept(subject.name + ": " + subject.lastFailure);
      return Optional.empty();
    }
    return Optional.of(
        KeptRun.isSummarised(directory)
            ? KeptRun.of(new RunDirectory(directory), subject.name, subject.content, number)
            : KeptRun.failed(subject.name, subject.content, number, at, status));
  }

  /**
   * Whether a run has begun and not ended: it was killed, it could not be continued, or all was
   * measured and a full disk kept it from its summary.
   */
  private static boolean isToGoOn(Path directory) {
    return Json.readIfWhole(new RunDirectory(directory).runState(), RunState.class)
        .filter(
            run ->
                run.isComplete()
                    ? !KeptRun.isSummarised(directory)
                    : !KeptRun.FAILED.equals(run.state()))
        .isPresent();
  }

  private int goOnOrBegin(Subject subject, Path directory) throws InterruptedException {
    if (Files.exists(new RunDirectory(directory).runState())) {
      progress.accept(subject.name + ": going on with " + directory);
      int status = launcher.resume(directory);
      if (status != ExitCode.WRONG_EXPERIMENT.status()) {
        return status;
      }
      progress.accept(
          "%s: that run cannot be continued, so it begins again; what it measured is kept in %s"
              .formatted(subject.name, moveAside(directory)));
    }
    clear(directory);
    return launcher.run(subject.file, directory);
  }

  /** What was measured took hours, and its owner may restore what the run needs to go on. */
  private static Path moveAside(Path directory) {
    int nth = 1;
    while (Files.exists(aside(directory, nth))) {
      nth++;
    }
    Path aside = aside(directory, nth);
    return Unchecked.io(() -> Files.move(directory, aside));
  }

  private static Path aside(Path directory, int nth) {
    return directory.resolveSibling(directory.getFileName() + "-not-continued-" + nth);
  }

  /** Deletes what a run left that was killed before it had begun to measure. */
  private static void clear(Path directory) {
    Unchecked.io(
        () -> {
          FileTree.delete(directory);
          Files.createDirectories(directory.toAbsolutePath().getParent());
        });
  }

  private static String line(KeptRun run) {
    String took = run.wallSeconds() == null ? "" : ", " + Units.duration(run.wallSeconds());
    String why = run.reasons().isEmpty() ? "" : " (" + reasons(run) + ")";
    return "%s: run %d is %s%s%s".formatted(run.experiment(), run.run(), run.validity(), why, took);
  }

  /** A run that failed has that as its first reason. */
  private static String failure(KeptRun run) {
    return run.reasons().stream()
        .findFirst()
        .map(reason -> "run %d failed: %s".formatted(run.run(), reason.why()))
        .orElseGet(() -> "run %d failed".formatted(run.run()));
  }

  private static String reasons(KeptRun run) {
    return String.join(", ", run.reasons().stream().map(KeptRun.Reason::check).distinct().toList());
  }

  /** The records of the experiments as they are now, in the same order. */
  public List<List<KeptRun>> records(List<Path> experiments) {
    return experiments.stream().map(file -> kept.of(name(file), fingerprint(file))).toList();
  }

  /** The name under which the runs of an experiment's file are kept. */
  public static String name(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".yaml") ? name.substring(0, name.length() - ".yaml".length()) : name;
  }

  /**
   * The same for the same lines and the same {@link NamedFiles}; twelve hexadecimal digits.
   * Comments and what papers published are left out: neither changes what is measured. Of an
   * experiment that names no file it is a fingerprint of its lines alone.
   */
  static String fingerprint(Path file) {
    try {
      boolean[] isPublished = {false};
      String text =
          Files.readAllLines(file).stream()
              .filter(line -> !line.isBlank() && !line.strip().startsWith("#"))
              .filter(
                  line -> {
                    boolean isTopLevel = !line.startsWith(" ") && !line.startsWith("-");
                    isPublished[0] = isTopLevel ? line.startsWith("published:") : isPublished[0];
                    return !isPublished[0];
                  })
              .collect(Collectors.joining("\n"));
      MessageDigest hash = MessageDigest.getInstance("SHA-256");
      hash.update(text.getBytes(StandardCharsets.UTF_8));
      Path folder = file.toAbsolutePath().normalize().getParent();
      for (Path named : NamedFiles.of(file)) {
        hash.update(("\0" + folder.relativize(named) + "\0").getBytes(StandardCharsets.UTF_8));
        hash.update(digest(named));
      }
      return HexFormat.of().formatHex(hash.digest()).substring(0, FINGERPRINT_DIGITS);
    } catch (IOException e) {
      throw LabException.wrong(
              file.toString(), "the experiment cannot be read", "Check the path and its rights.")
          .because(e);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }

  private static byte[] digest(Path file) throws NoSuchAlgorithmException {
    MessageDigest content = MessageDigest.getInstance("SHA-256");
    try (InputStream input = new DigestInputStream(Files.newInputStream(file), content)) {
      input.transferTo(OutputStream.nullOutputStream());
    } catch (IOException _) {
      return new byte[0]; // a server has deleted it, or nobody may read it: its name counts
    }
    return content.digest();
  }
}
