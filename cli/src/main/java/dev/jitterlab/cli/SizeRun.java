package dev.jitterlab.cli;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.WholeFile;
import dev.jitterlab.lab.execution.Execution;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.plan.ShellWord;
import dev.jitterlab.lab.process.LocalHost;
import dev.jitterlab.lab.progress.Progress;
import dev.jitterlab.lab.report.page.ReportWriter;
import dev.jitterlab.lab.report.size.SizePage;
import dev.jitterlab.lab.report.size.SizeText;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.run.RunLock;
import dev.jitterlab.lab.size.ProbeReader;
import dev.jitterlab.lab.size.SizeAnswer;
import dev.jitterlab.lab.size.SizeProbe;
import dev.jitterlab.lab.size.SizeSearch;
import dev.jitterlab.lab.size.SizeState;
import dev.jitterlab.lab.summary.SummaryBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A search for heap sizes from where it stands to its printed answer: one server after the other,
 * each in a run directory of its own. For one thread.
 *
 * @param folder of the search, with its {@link SizeState}
 * @param plan reads and plans an experiment file
 */
record SizeRun(Path folder, Function<Path, Plan> plan, Output output) {
  private static final String PROBES = "probes";
  private static final int MOST_TRIES = 1_000;

  /** Runs what is left of it; of a search that is over, prints the answer again. */
  int run() throws InterruptedException {
    try (RunLock _ = RunLock.acquire(new RunDirectory(folder))) {
      return conclude(search());
    } catch (IOException e) {
      throw LabException.failed(
              folder.toString(), "the search cannot be written", "Check the disk and the rights.")
          .because(e);
    }
  }

  private SizeState search() throws IOException, InterruptedException {
    SizeState state = SizeState.read(folder);
    requireFigures(state);
    while (true) {
      Optional<SizeSearch.Next> every = state.every();
      Optional<SizeSearch.Next> next = every.or(state::search);
      if (next.isEmpty()) {
        return state;
      }
      SizeProbe probe = probe(state, next.orElseThrow());
      state = every.isPresent() ? state.withExhaustive(probe) : state.with(probe);
      state.write(folder);
      requireFigures(state);
    }
  }

  /** A limit on what nobody measures would fail with every heap. Only a server shows it. */
  private static void requireFigures(SizeState state) {
    state
        .question()
        .untold(state.probes())
        .ifPresent(
            limit -> {
              throw LabException.failed(
                  "size --slo",
                  "the server ran under %s, and `%s` was not measured"
                      .formatted(state.load(), limit.metric()),
                  limit.isOfResponses()
                      ? "Give --rate N for Jitterlab's own load, or a --load command that tells"
                          + " response times (docs/any-server.md)."
                      : "Give another limit.");
            });
  }

  private int conclude(SizeState state) throws IOException {
    if (state.probes().stream().noneMatch(SizeProbe::lived)) {
      SizeProbe first = state.probes().getFirst();
      throw LabException.failed(
          "size",
          "with the largest heap, %s, the server %s: %s"
              .formatted(
                  Units.bytes(first.heapBytes()),
                  first.fate() == SizeProbe.Fate.DIED ? "died" : "fell behind",
                  first.why()),
          "Give a larger --most, or less load.");
    }
    SizeAnswer answer = state.answer();
    WholeFile.write(SizeState.page(folder), SizePage.render(state, answer));
    output.print(
        out -> {
          out.print(SizeText.render(state, answer, output.terminal()));
          out.println("Page: " + SizeState.page(folder));
        },
        answer);
    return 0;
  }

  private SizeProbe probe(SizeState state, SizeSearch.Next next)
      throws IOException, InterruptedException {
    int number = state.probes().size() + state.exhaustive().size() + 1;
    String flag = SizeState.flag(next.heapBytes());
    output.remark(
        "size: server %d of at most %d, with -Xmx%s: %s"
            .formatted(number, state.mostServers(), flag, next.why()));
    Path directory = fresh("%03d-%s".formatted(number, flag));
    String name = folder.relativize(directory).toString();
    Path file = directory.resolveSibling(directory.getFileName() + ".yaml");
    String experiment = state.experiment().replace(SizeState.HEAP, flag);
    WholeFile.write(file, experiment);
    Plan planned = plan.apply(file);
    RunDirectory run = new RunDirectory(directory);
    String server = planned.groups().getFirst().name() + "/1";
    try {
      execute(planned, experiment, run);
    } catch (LabException e) {
      return ProbeReader.failed(number, next.heapBytes(), name, run, server, e)
          .orElseThrow(() -> goOnLater(e));
    }
    new SummaryBuilder(run).write();
    ReportWriter.write(run);
    return ProbeReader.ended(number, next.heapBytes(), name, run, server);
  }

  private LabException goOnLater(LabException failure) {
    output.remark("What was seen is kept. Once the cause is gone, " + continuation());
    return failure;
  }

  /** The search goes on, not the run of the server that was interrupted. */
  private String continuation() {
    return "go on with: " + ShellWord.command("resume", new RunDirectory(folder));
  }

  private void execute(Plan planned, String experiment, RunDirectory run)
      throws InterruptedException {
    try (Progress progress = RunCommand.progress(output.err())) {
      new Execution(
              planned,
              experiment.getBytes(StandardCharsets.UTF_8),
              List.of(),
              run,
              progress,
              Time.system(),
              LocalHost::open)
          .continuedBy(continuation())
          .run();
    }
  }

  /** What an interrupted server has left stays beside it. */
  private Path fresh(String name) throws IOException {
    Path probes = Files.createDirectories(folder.resolve(PROBES));
    for (int nth = 1; nth <= MOST_TRIES; nth++) {
      Path directory = probes.resolve(nth == 1 ? name : name + "-again-" + nth);
      if (!Files.exists(directory)) {
        return directory;
      }
    }
    throw LabException.failed(
        probes.toString(), "it was interrupted too often", "Begin a new search.");
  }
}
