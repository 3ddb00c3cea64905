package dev.jitterlab.lab.report.words;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.metric.Metric;
import dev.jitterlab.lab.run.Confusion;
import dev.jitterlab.lab.summary.Summary;
import dev.jitterlab.lab.summary.TrialOutcome;
import dev.jitterlab.lab.summary.TrialOutcome.Decision;
import dev.jitterlab.lab.summary.TrialOutcome.Figure;
import dev.jitterlab.lab.summary.TrialOutcome.Kind;
import dev.jitterlab.lab.summary.TrialOutcome.Pair;
import dev.jitterlab.lab.summary.VerdictWords;
import dev.jitterlab.lab.validity.Question;
import dev.jitterlab.lab.validity.TrialChecks;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The answer to an experiment's question, for a reader of nothing else: made of the outcome's
 * decisions, of nothing that is not decided. Immutable.
 *
 * @param answer at most {@link #MOST} characters, without a full stop
 * @param detail the interval behind it and what weakens it, as sentences; empty where there is
 *     neither
 */
public record Headline(String answer, String detail) {
  /** How long an answer may be. */
  public static final int MOST = 120;

  /** A name is never cut shorter. */
  private static final int LEAST_NAME = 6;

  /** From here on a difference is so many times, below it a share. */
  private static final double TIMES = 1.995;

  private static final Pattern COMPARATIVE =
      Pattern.compile("\\b(less|more|fewer|faster|better|closer|lower|higher)\\b");

  /** A sentence with places for names, which may have to be cut. */
  private record Phrase(String template, List<String> names) {
    static Phrase of(String template, String... names) {
      return new Phrase(template, List.of(names));
    }

    /** With names that do not begin alike. */
    Phrase withShortNames() {
      return new Phrase(template, ShortNames.of(names));
    }

    /** With names of at most that length. */
    String text(int length) {
      return template.formatted(names.stream().map(name -> cut(name, length)).toArray());
    }
  }

  /** Of a trial that injects faults: what was found of them, and what weakens the trial. */
  public static Headline of(Summary summary, Optional<Confusion> found) {
    return found
        .map(ConfusionWords::headline)
        .map(words -> new Headline(words.answer(), joined(words.detail(), weak(summary))))
        .orElseGet(() -> of(summary));
  }

  private static String joined(String... sentences) {
    return Stream.of(sentences).filter(one -> !one.isEmpty()).collect(Collectors.joining(" "));
  }

  /** Of a trial; of an older summary, which has no outcome, as much as its verdict says. */
  public static Headline of(Summary summary) {
    TrialOutcome outcome = summary.outcome();
    Metric metric = GroupFigure.metric(summary).orElse(null);
    if (outcome == null || metric == null) {
      return new Headline(cut(summary.verdict().split("[:;]|\\. ", 2)[0], MOST), weak(summary));
    }
    Words words = new Words(summary, outcome, metric);
    return new Headline(fitting(words.answer()), joined(words.detail(), weak(summary)));
  }

  /**
   * The first phrase that fits; if none does, the first that fits without what its names begin with
   * alike; else the last one with names cut.
   */
  private static String fitting(List<Phrase> phrases) {
    List<Phrase> all = new ArrayList<>(phrases);
    phrases.forEach(phrase -> all.add(phrase.withShortNames()));
    for (Phrase phrase : all) {
      if (phrase.text(MOST).length() <= MOST) {
        return phrase.text(MOST);
      }
    }
    Phrase shortest = all.getLast();
    int length = shortest.names().stream().mapToInt(String::length).max().orElse(LEAST_NAME);
    while (length > LEAST_NAME && shortest.text(length).length() > MOST) {
      length--;
    }
    return cut(shortest.text(length), MOST);
  }

  private static String cut(String text, int length) {
    return text.length() <= length ? text : text.substring(0, length - 1).stripTrailing() + "…";
  }

  /** The checks that failed, by their titles: the reasons stand with the checks. */
  private static String weak(Summary summary) {
    return Stream.of("invalid", "weak")
        .map(
            status ->
                TrialWords.checks(summary).stream()
                    .filter(check -> check.status().equals(status))
                    .map(check -> title(TrialChecks.question(check.name())))
                    .collect(
                        Collectors.joining(
                            ", ", status.equals("weak") ? "Weak: " : "Invalid: ", ".")))
        .filter(words -> !words.endsWith(": ."))
        .collect(Collectors.joining(" "));
  }

  /** Within a sentence. */
  private static String title(Question asked) {
    return FirstLetter.small(asked.title());
  }

  /** Puts one outcome into words. */
  private record Words(Summary summary, TrialOutcome outcome, Metric metric) {
    List<Phrase> answer() {
      return switch (outcome.kind()) {
        case INVALID -> List.of(Phrase.of("Invalid trial: %s", invalid()));
        case NOTHING_TO_COMPARE -> nothingToCompare();
        case BOUND_ONLY -> List.of(boundOnly());
        case ITSELF -> List.of(itself());
        case EQUIVALENCE, UNDECIDED, DIFFERENCE ->
            groups() > 2 ? ofMany() : ofTwo(shownPair().orElseThrow());
      };
    }

    /** The first check that says so, with its figure. */
    private String invalid() {
      return TrialWords.checks(summary).stream()
          .filter(check -> check.status().equals("invalid"))
          .findFirst()
          .map(
              check -> {
                Question asked = TrialChecks.question(check.name());
                return title(asked)
                    + (check.value() == null
                        ? " is not known"
                        : " " + asked.unit().format(check.value()))
                    + (check.value() == null || check.limit() == null
                        ? ""
                        : ", limit " + asked.unit().format(check.limit()));
              })
          .orElse("do not use these figures");
    }

    private int groups() {
      return outcome.figures().size();
    }

    private List<Phrase> nothingToCompare() {
      if (outcome.best() == null) {
        return List.of(Phrase.of("No group has a figure of the " + name()));
      }
      String value = escaped(VerdictWords.shown(outcome.figures().getFirst(), metric));
      return List.of(
          Phrase.of(
              "%s has a " + name() + " of " + value + "; nothing to compare it with",
              outcome.best()));
    }

    private Phrase boundOnly() {
      List<Figure> known =
          outcome.figures().stream().filter(figure -> figure.value() != null).limit(2).toList();
      return new Phrase(
          "Only bounds of the "
              + name()
              + " were found: "
              + known.stream()
                  .map(figure -> "%s " + escaped(VerdictWords.shown(figure, metric)))
                  .collect(Collectors.joining(", "))
              + (known.size() < groups() ? " …" : ""),
          known.stream().map(Figure::group).toList());
    }

    private Phrase itself() {
      if (outcome.rivals().stream().anyMatch(VerdictWords::isUncompared)) {
        return Phrase.of(
            "The baseline, measured twice, could not be compared with itself in %s",
            metric.words());
      }
      boolean differs = outcome.rivals().stream().anyMatch(Pair::isDifferent);
      return Phrase.of(
          differs
              ? "The baseline differs from itself in %s: differences measured here prove little"
              : "The baseline, measured twice, does not differ from itself in %s, as it should",
          metric.words());
    }

    private List<Phrase> ofTwo(Pair pair) {
      return switch (pair.decision()) {
        case BETTER, WORSE -> better(pair, "");
        case EQUIVALENT ->
            List.of(
                Phrase.of(
                    "%s and %s differ by no more than " + escaped(margin()) + " in " + name(),
                    pair.group(),
                    pair.other()));
        case UNDECIDED ->
            List.of(
                Phrase.of(
                    "No difference found between %s and %s in " + name(),
                    pair.group(),
                    pair.other()));
      };
    }

    private List<Phrase> ofMany() {
      String baseline = summary.baseline();
      List<Pair> against = outcome.againstBaseline();
      Optional<Pair> best = bestAgainstBaseline();
      if (best.isPresent()) {
        long others = against.stream().filter(is(Decision.BETTER)).count() - 1;
        boolean first =
            outcome.bestOfAll()
                && best.get().group().equals(outcome.best())
                && outcome.rivals().stream().noneMatch(is(Decision.EQUIVALENT));
        return better(
            best.get(),
            first
                ? ", the best of " + groups()
                : others == 0
                    ? ""
                    : "; " + others + (others == 1 ? " other is" : " others are") + " better too");
      }
      List<Pair> worse = against.stream().filter(is(Decision.WORSE)).toList();
      if (worse.size() == 1) {
        return better(worse.getFirst(), "");
      }
      if (!worse.isEmpty()) {
        int others = groups() - 1;
        String whom =
            worse.size() == others
                ? "each of the " + others + " others"
                : worse.size() + " of the " + others + " others";
        String template = "%s " + escaped(metric.praise()) + " than " + whom + " (" + name() + ")";
        return List.of(Phrase.of(template, baseline));
      }
      Optional<Pair> rival = differentFromAnother();
      if (rival.isPresent()) {
        return better(rival.get(), "; no difference from the baseline was found");
      }
      return List.of(
          outcome.kind() == Kind.EQUIVALENCE
              ? Phrase.of(
                  "No group differs from %s by more than " + escaped(margin()) + " in " + name(),
                  outcome.best())
              : Phrase.of("No difference found among the " + groups() + " groups in " + name()));
    }

    private Optional<Pair> bestAgainstBaseline() {
      List<Pair> better = outcome.againstBaseline().stream().filter(is(Decision.BETTER)).toList();
      return better.stream()
          .filter(pair -> pair.group().equals(outcome.best()))
          .findFirst()
          .or(() -> better.stream().findFirst());
    }

    private Optional<Pair> differentFromAnother() {
      return Stream.concat(outcome.rivals().stream(), outcome.others().stream())
          .filter(Pair::isDifferent)
          .findFirst();
    }

    /** From the fullest to the shortest. */
    private List<Phrase> better(Pair pair, String more) {
      boolean worse = pair.decision() == Decision.WORSE;
      String better = worse ? pair.other() : pair.group();
      String other = worse ? pair.group() : pair.other();
      String start = "%s " + escaped(praise(pair)) + " than %s";
      String figures = factor(pair).isPresent() ? "" : figures(pair, worse);
      return Stream.of(" (" + name() + ")" + figures + more, figures + more, more, "")
          .map(end -> Phrase.of(start + end, better, other))
          .toList();
    }

    /** Where no ratio can be said, as of a zero. */
    private String figures(Pair pair, boolean worse) {
      if (!pair.isKnown()) {
        return "";
      }
      String own = escaped(figure(pair.group(), pair.value()));
      String other = escaped(figure(pair.other(), pair.otherValue()));
      return ": %s against %s".formatted(worse ? other : own, worse ? own : other);
    }

    /** {@code starts ticks 2.8 times closer to schedule}. */
    private String praise(Pair pair) {
      return factor(pair)
          .map(
              factor -> {
                var found = COMPARATIVE.matcher(metric.praise());
                return found.find()
                    ? found.replaceFirst(factor + " $1")
                    : metric.praise() + " (" + factor + ")";
              })
          .orElse(metric.praise());
    }

    /** How much better the better one is; empty where the figures do not say. */
    private Optional<String> factor(Pair pair) {
      Double ratio = pair.ratio();
      if (ratio == null || ratio <= 0 || !Double.isFinite(ratio)) {
        return Optional.empty();
      }
      boolean higherIsFirst = (pair.decision() == Decision.BETTER) == metric.isHigherBetter();
      double factor = higherIsFirst ? ratio : 1 / ratio;
      String bound = Objects.requireNonNullElse(pair.bound(), "");
      if (factor <= 1 || bound.equals("unknown")) {
        return Optional.empty();
      }
      String words =
          switch (bound) {
            case "at_least" -> higherIsFirst ? "at least " : "at most ";
            case "below" -> higherIsFirst ? "at most " : "at least ";
            default -> "";
          };
      return Optional.of(words + (factor < TIMES ? share(factor) : times(factor) + " times"));
    }

    private String share(double factor) {
      double share = metric.isHigherBetter() ? factor - 1 : 1 - 1 / factor;
      return share < 0.01 ? Units.share(share) : Units.share(share, 0);
    }

    private static String times(double factor) {
      return factor < 10
          ? String.format(Locale.ROOT, "%.1f", factor).replace(".0", "")
          : Units.count(Math.round(factor));
    }

    private String margin() {
      return Units.share(Objects.requireNonNullElse(outcome.equivalenceMargin(), 0.0));
    }

    private String name() {
      return escaped(metric.words());
    }

    private static String escaped(String text) {
      return text.replace("%", "%%");
    }

    private static Predicate<Pair> is(Decision decision) {
      return pair -> pair.decision() == decision;
    }

    String detail() {
      if (outcome.kind() == Kind.INVALID) {
        return "";
      }
      List<String> sentences = new ArrayList<>();
      counts().ifPresent(sentences::add);
      shownPair().flatMap(this::interval).ifPresent(sentences::add);
      return String.join(" ", sentences);
    }

    /** What became of the groups, where there are many. */
    private Optional<String> counts() {
      List<Pair> against = outcome.againstBaseline();
      if (against.size() < 2) {
        return Optional.empty();
      }
      List<String> words = new ArrayList<>();
      for (Decision decision : Decision.values()) {
        long count = against.stream().filter(is(decision)).count();
        if (count > 0) {
          words.add(
              "%d %s%s %s"
                  .formatted(
                      count,
                      words.isEmpty() ? count == 1 ? "group " : "groups " : "",
                      count == 1 ? "is" : "are",
                      word(decision)));
        }
      }
      return Optional.of(
          "Compared with %s, %s.".formatted(summary.baseline(), String.join(", ", words)));
    }

    private static String word(Decision decision) {
      return switch (decision) {
        case BETTER -> "better";
        case WORSE -> "worse";
        case EQUIVALENT -> "equivalent";
        case UNDECIDED -> "not decided";
      };
    }

    /** The pair that the answer is about; if it is about several, the first of them. */
    private Optional<Pair> shownPair() {
      return groups() <= 2
          ? Stream.concat(outcome.againstBaseline().stream(), outcome.rivals().stream()).findFirst()
          : bestAgainstBaseline()
              .or(() -> outcome.againstBaseline().stream().filter(is(Decision.WORSE)).findFirst())
              .or(this::differentFromAnother);
    }

    private Optional<String> interval(Pair pair) {
      if (!pair.isKnown()) {
        return Optional.empty();
      }
      String figures =
          "%s: %s with %s, %s with %s"
              .formatted(
                  capitalised(metric.words()),
                  figure(pair.group(), pair.value()),
                  pair.group(),
                  figure(pair.other(), pair.otherValue()),
                  pair.other());
      String ratio = ratio(pair);
      String found =
          pair.decision() == Decision.UNDECIDED && pair.detectableRatio() != null
              ? " In 4 of 5 trials, %d instances that vary like these would show a ratio of %s or more."
                  .formatted(pair.instances(), Units.ratio(pair.detectableRatio()))
              : "";
      return Optional.of(figures + ratio + "." + found);
    }

    /** A group's figure in these instances; where it is only a bound, that is said. */
    private String figure(String group, double value) {
      String bound =
          outcome.figures().stream()
              .filter(figure -> figure.group().equals(group))
              .map(Figure::bound)
              .filter(Objects::nonNull)
              .findFirst()
              .orElse(null);
      return VerdictWords.shown(new Figure(group, value, bound), metric);
    }

    /** A ratio that is only a bound has no interval. */
    private static String ratio(Pair pair) {
      if (pair.ratio() == null || pair.isRatioUnknown()) {
        return "";
      }
      String number = Units.ratio(pair.ratio());
      if (pair.bound() != null) {
        return ", ratio %s %s"
            .formatted(pair.bound().equals("below") ? "at most" : "at least", number);
      }
      return pair.low() == null || pair.high() == null
          ? ", ratio %s without an interval".formatted(number)
          : ", ratio %s, 95 %% interval %s to %s"
              .formatted(number, Units.ratio(pair.low()), Units.ratio(pair.high()));
    }

    private static String capitalised(String text) {
      return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }
  }
}
