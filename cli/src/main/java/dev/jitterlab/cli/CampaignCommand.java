package dev.jitterlab.cli;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.WholeFile;
import dev.jitterlab.lab.campaign.Campaign;
import dev.jitterlab.lab.campaign.CampaignTally;
import dev.jitterlab.lab.campaign.KeptRun;
import dev.jitterlab.lab.campaign.KeptRuns;
import dev.jitterlab.lab.campaign.KeptSpread;
import dev.jitterlab.lab.campaign.Ledger;
import dev.jitterlab.lab.campaign.RunLauncher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jitterlab campaign FILE…}: the same experiments many times, one kept record a run. */
@Command(
    name = "campaign",
    description = {
      "Run experiments several times, in turn, and keep one record of each run.",
      "Records are lines of docs/measurements/<experiment>.jsonl. A run with a record is never"
          + " repeated. After Ctrl-C or a kill, the same command continues where it stopped."
          + " Without --runs, nothing is started; the records are only summed up and printed."
    })
public final class CampaignCommand implements Callable<Integer> {
  private static final String NAME_ONE = "Name one or more, such as experiments/scheduler.yaml.";

  @Parameters(arity = "0..*", paramLabel = "FILE", description = "The experiments.")
  private List<Path> experiments = List.of();

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "How many runs of each experiment to reach, including those that have a record (default:"
              + " ${DEFAULT-VALUE}).")
  private int runs;

  @Option(
      names = "--for",
      paramLabel = "MINUTES",
      description = "Start no run that would probably not end within this many minutes.")
  private Long minutes;

  @Option(
      names = "--records",
      paramLabel = "DIR",
      description = "Where the records are (default: docs/measurements of Jitterlab's folder).")
  private Path records;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "runs/campaign",
      description = "The folder for run directories (default: ${DEFAULT-VALUE}).")
  private Path out;

  @Option(
      names = "--ledger",
      paramLabel = "FILE",
      description = "At the end, compute the verdicts of this ledger again from the records.")
  private Path ledger;

  @Option(
      names = "--spread",
      description =
          "Print how much figures vary between runs, and between instances of one run, of each"
              + " experiment with three kept runs; without FILE, of all.")
  private boolean spread;

  @Mixin private Output output;

  private final RunLauncher launcher;

  /** Creates the command; {@code launcher} measures each run. */
  CampaignCommand(RunLauncher launcher) {
    this.launcher = launcher;
  }

  @Override
  public Integer call() throws InterruptedException {
    requireSense();
    KeptRuns kept = new KeptRuns(folder());
    Campaign campaign =
        new Campaign(
            launcher, Time.system(), kept, out, line -> output.remark("campaign: " + line));
    List<Problem> leftOut = List.of();
    if (runs > 0) {
      try {
        leftOut =
            campaign.run(
                experiments,
                runs,
                minutes == null ? OptionalLong.empty() : OptionalLong.of(minutes));
      } catch (InterruptedException e) {
        output.remark("campaign: interrupted; give the same command again to continue");
        return ExitCode.INTERRUPTED.status();
      }
    }
    if (ledger != null) {
      computeLedger(kept);
    }
    print(kept, campaign);
    if (!leftOut.isEmpty()) {
      throw new LabException(ExitCode.RUN_FAILED, leftOut);
    }
    return ExitCode.OK.status();
  }

  private void print(KeptRuns kept, Campaign campaign) {
    if (spread) {
      List<KeptSpread> spreads =
          (experiments.isEmpty()
                  ? kept.experiments()
                  : experiments.stream().map(Campaign::name).toList())
              .stream().flatMap(name -> KeptSpread.of(kept.of(name)).stream()).toList();
      output.print(terminal -> terminal.print(KeptSpread.table(spreads)), spreads);
      return;
    }
    List<CampaignTally> tallies = new ArrayList<>();
    List<List<KeptRun>> all = campaign.records(experiments);
    for (int i = 0; i < all.size(); i++) {
      tallies.add(CampaignTally.of(Campaign.name(experiments.get(i)), all.get(i)));
    }
    output.print(terminal -> tallies.forEach(tally -> terminal.print(tally.text())), tallies);
  }

  private void requireSense() {
    if (runs < 0 || (minutes != null && minutes < 1)) {
      throw LabException.wrong(
          "jitterlab campaign", "--runs and --for are numbers above 0", "Correct the option.");
    }
    if (experiments.isEmpty() && ledger == null && !spread) {
      throw LabException.wrong("jitterlab campaign", "no experiment is named", NAME_ONE);
    }
    if (experiments.isEmpty() && runs > 0) {
      throw LabException.wrong("--runs", "no experiment is named, so nothing would run", NAME_ONE);
    }
    if (minutes != null && runs == 0) {
      throw LabException.wrong(
          "--for", "no --runs is given, so nothing would run", "Give --runs, or leave --for out.");
    }
    for (Path experiment : experiments) {
      if (!Files.isRegularFile(experiment)) {
        throw LabException.wrong(experiment.toString(), "there is no such file", "Check the path.");
      }
    }
  }

  private Path folder() {
    return records == null ? home().resolve("docs").resolve("measurements") : records;
  }

  private static Path home() {
    return Path.of(System.getProperty("jitterlab.home", "."));
  }

  private void computeLedger(KeptRuns kept) {
    try {
      WholeFile.write(
          ledger, Ledger.of(Files.readString(ledger)).with(kept, home().resolve("experiments")));
    } catch (IOException e) {
      throw LabException.wrong(
              "--ledger " + ledger, "the ledger cannot be read or written", "Check the path.")
          .because(e);
    } catch (IllegalArgumentException e) {
      throw LabException.wrong(
          "--ledger " + ledger, String.valueOf(e.getMessage()), "Correct that row.");
    }
  }
}
