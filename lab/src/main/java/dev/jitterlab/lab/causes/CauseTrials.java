package dev.jitterlab.lab.causes;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.diagnosis.Standing;
import dev.jitterlab.diagnosis.pattern.Patterns;
import dev.jitterlab.lab.FileTree;
import dev.jitterlab.lab.Json;
import dev.jitterlab.lab.Unchecked;
import dev.jitterlab.lab.run.RunDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The trials that tested the causes of a run, and how its causes stand by them. Stateless. */
public final class CauseTrials {
  private static final String SUFFIX = ".json";

  /** The second trial of a name has a 2 behind it. */
  private static final Pattern NAME = Pattern.compile("(.+?)(?:-(\\d{1,9}))?\\.json");

  private static final Comparator<Path> BY_NAME_AND_NUMBER =
      Comparator.<Path, String>comparing(file -> named(file).group(1))
          .thenComparing(
              file -> Optional.ofNullable(named(file).group(2)).map(Integer::valueOf).orElse(1));

  private static final Comparator<CauseTrial> BY_START =
      Comparator.comparing(
          CauseTrial::startedAt, Comparator.nullsFirst(Comparator.<Double>naturalOrder()));

  /** What a trial says of a finding, as causes.json has it. */
  private static final Set<String> DECIDED =
      Set.of(Standing.PROVED.words(), Standing.REFUTED.words());

  private CauseTrials() {}

  private static Matcher named(Path file) {
    Matcher name = NAME.matcher(file.getFileName().toString());
    boolean unused = name.matches();
    return name;
  }

  /** Keeps a trial's outcome in the run that it is about. */
  public static void keep(RunDirectory about, CauseTrial trial) {
    Unchecked.io(() -> Files.createDirectories(about.interventions()));
    Json.write(file(about, trial), trial);
  }

  /** The trial's own. Trials of other folders can have its name, such as those of a campaign. */
  private static Path file(RunDirectory about, CauseTrial trial) {
    String name = Path.of(trial.trial()).getFileName().toString();
    Path file = about.interventions().resolve(name + SUFFIX);
    for (int nth = 2; isOfAnother(file, trial); nth++) {
      file = about.interventions().resolve(name + "-" + nth + SUFFIX);
    }
    return file;
  }

  private static boolean isOfAnother(Path file, CauseTrial trial) {
    return Json.readIfWhole(file, CauseTrial.class)
        .filter(kept -> !trial.trial().equals(kept.trial()))
        .isPresent();
  }

  /**
   * Those of a run, in the order in which they started; others are left out. Those of earlier
   * versions, which do not say when, come first: by name, and of one name in the order of their
   * numbers.
   */
  public static List<CauseTrial> of(RunDirectory run) {
    return FileTree.children(run.interventions()).stream()
        .filter(file -> NAME.matcher(file.getFileName().toString()).matches())
        .sorted(BY_NAME_AND_NUMBER)
        .flatMap(file -> Json.readIfWhole(file, CauseTrial.class).stream())
        .filter(trial -> trial.decision() != null && trial.cause() != null)
        .sorted(BY_START)
        .toList();
  }

  /** The same causes, each as its last decided trial has it; without one, as diagnosed. */
  public static Causes mark(RunDirectory run, Causes causes) {
    Causes marked = asDiagnosed(causes);
    for (CauseTrial trial : of(run)) {
      if (trial.decision() != CauseTrial.Decision.UNDECIDED) {
        marked = mark(marked, trial);
      }
    }
    return marked;
  }

  /** A trial that is judged again may decide nothing any more. */
  private static Causes asDiagnosed(Causes causes) {
    List<Causes.Grade> grades = causes.grades().stream().map(Causes.Grade::asDiagnosed).toList();
    List<Causes.Finding> findings =
        causes.findings().stream()
            .map(one -> DECIDED.contains(one.standing()) ? one.with(standing(one, grades)) : one)
            .toList();
    return causes.with(findings, grades);
  }

  private static String standing(Causes.Finding finding, List<Causes.Grade> grades) {
    return grades.stream()
        .filter(grade -> isOf(finding, grade.group(), grade.cause()))
        .findFirst()
        .map(Causes.Grade::standing)
        .orElse(Standing.SEEN.words());
  }

  private static boolean isOf(Causes.Finding finding, String group, String cause) {
    return finding.instance().startsWith(group + "/")
        && Patterns.causeOf(finding.pattern()).filter(one -> one.id().equals(cause)).isPresent();
  }

  private static Causes mark(Causes causes, CauseTrial trial) {
    Standing standing =
        trial.decision() == CauseTrial.Decision.PROVED ? Standing.PROVED : Standing.REFUTED;
    List<Causes.Grade> grades = new ArrayList<>();
    for (Causes.Grade grade : causes.grades()) {
      grades.add(
          grade.group().equals(trial.group()) && grade.cause().equals(trial.cause())
              ? grade.with(standing, trial.why(), evidence(trial))
              : grade);
    }
    List<Causes.Finding> findings = new ArrayList<>();
    for (Causes.Finding finding : causes.findings()) {
      boolean isMeant = isOf(finding, trial.group(), trial.cause());
      findings.add(isMeant ? finding.with(standing.words()) : finding);
    }
    return causes.with(findings, grades);
  }

  private static Causes.Intervention evidence(CauseTrial trial) {
    return new Causes.Intervention(
        trial.trial(),
        trial.intervention(),
        trial.metric(),
        trial.ratio(),
        trial.low(),
        trial.high(),
        trial.p(),
        trial.causeSecondsAsItWas(),
        trial.causeSecondsWith());
  }
}
