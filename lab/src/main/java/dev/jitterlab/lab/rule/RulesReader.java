package dev.jitterlab.lab.rule;

import dev.jitterlab.diagnosis.pattern.Pattern;
import dev.jitterlab.diagnosis.pattern.Patterns;
import dev.jitterlab.diagnosis.rule.RuleCondition;
import dev.jitterlab.diagnosis.rule.RuleFigure;
import dev.jitterlab.diagnosis.rule.RuleFilter;
import dev.jitterlab.diagnosis.rule.RuleUnit;
import dev.jitterlab.diagnosis.rule.RuleWindow;
import dev.jitterlab.diagnosis.rule.UserRule;
import dev.jitterlab.lab.yaml.Fields;
import dev.jitterlab.lab.yaml.Problems;
import dev.jitterlab.lab.yaml.YamlFile;
import dev.jitterlab.lab.yaml.YamlNode;
import dev.jitterlab.lab.yaml.YamlNode.Scalar;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the rules that a user wrote, from a file of their own or from an experiment. What is wrong
 * is reported with its place. Stateless.
 */
public final class RulesReader {
  /** The key that has them, in both kinds of file. */
  public static final String KEY = "rules";

  /** The keys of a rule. */
  public static final List<String> KEYS =
      List.of(
          "name",
          "events",
          "needs",
          "where",
          "window",
          "condition",
          "threshold",
          "unit",
          "text",
          "remedy");

  private static final int MOST_RULES = 100;
  private static final int MOST_ITEMS = 20;
  private static final int LONGEST_TEXT = 500;
  private static final String DOCS =
      "docs/diagnosis-patterns.md describes rules (\"Rules of your own\").";
  private static final String EVENT = "[A-Za-z_$][\\w$]*(\\.[A-Za-z_$][\\w$]*)*";

  private RulesReader() {}

  /**
   * The rules of a file.
   *
   * @throws dev.jitterlab.lab.LabException if it cannot be read or has a wrong rule; the message
   *     has all that is wrong, with places
   */
  public static List<UserRule> read(Path file) {
    Problems problems = new Problems();
    Fields fields =
        new Fields(
            YamlFile.read(file, "rules for the diagnosis", problems), List.of(KEY), problems);
    fields.require(KEY, "the file has no `rules`", "Write `rules:` and a list; " + DOCS);
    List<UserRule> rules = read(fields, problems);
    problems.throwIfAny();
    return rules;
  }

  /**
   * The rules of an experiment that was read before; empty if it has none, or if the file is gone.
   */
  public static List<UserRule> ofExperiment(Path file) {
    Problems unused = new Problems();
    return file.toFile().isFile()
        ? read(new Fields(YamlFile.read(file, "an experiment", unused), unused), unused)
        : List.of();
  }

  /** The rules below the key {@code rules}. */
  public static List<UserRule> read(Fields fields, Problems problems) {
    List<Fields> sections = fields.sections(KEY, "a list of rules", "a rule (keys)", KEYS);
    if (sections.size() > MOST_RULES) {
      problems.add(
          sections.get(MOST_RULES).place(),
          "there are " + sections.size() + " rules, and at most " + MOST_RULES + " are read",
          "Remove some, or diagnose twice with different files.");
      return List.of();
    }
    Set<String> names = new HashSet<>();
    List<UserRule> rules = new ArrayList<>();
    for (Fields section : sections) {
      new OneRule(section, problems).read(names).ifPresent(rules::add);
    }
    return rules;
  }

  /** One rule while it is read. */
  private record OneRule(Fields fields, Problems problems) {
    Optional<UserRule> read(Set<String> names) {
      for (String key : List.of("name", "events", "condition", "text")) {
        fields.require(key, "a rule without `" + key + "`", "Add the key; " + DOCS);
      }
      Optional<String> name = name(names);
      List<String> events = events("events");
      List<String> needs = events("needs");
      List<RuleFilter> filters = filters();
      Optional<RuleWindow> window = window();
      Optional<RuleCondition> condition = condition();
      Optional<RuleUnit> unit = unit(condition);
      Optional<String> text = text("text");
      Optional<String> remedy = text("remedy");
      window.ifPresent(of -> condition.ifPresent(what -> fits(of, what)));
      if (name.isEmpty()
          || events.isEmpty()
          || condition.isEmpty()
          || window.isEmpty()
          || text.isEmpty()) {
        return Optional.empty();
      }
      return Optional.of(
          new UserRule(
              name.get(),
              events,
              needs,
              filters,
              window.get(),
              condition.get(),
              unit,
              text.get(),
              remedy.orElse("")));
    }

    private Optional<String> name(Set<String> names) {
      Optional<String> name =
          fields.text(
              "name",
              "a name of lower-case letters, digits, - and _, such as slow-query",
              UserRule::isName);
      name.ifPresent(
          word -> {
            if (Patterns.all().stream().map(Pattern::name).anyMatch(word::equals)) {
              wrong("name", "`" + word + "` is the name of a pattern", "Choose another name.");
            } else if (!names.add(word)) {
              wrong("name", "two rules are called `" + word + "`", "Choose another name.");
            }
          });
      return name;
    }

    private List<String> events(String key) {
      List<Scalar> words = fields.texts(key);
      List<String> events = new ArrayList<>();
      for (Scalar word : words.stream().limit(MOST_ITEMS).toList()) {
        if (word.text().matches(EVENT)) {
          events.add(word.text());
        } else {
          problems.add(
              word.place(),
              "`" + key + "`: `" + word.text() + "` is not the name of an event",
              "Write a name such as jdk.FileForce; `jfr summary recording.jfr` lists them.");
        }
      }
      if (words.size() > MOST_ITEMS) {
        wrong(key, "`" + key + "` has more than " + MOST_ITEMS + " events", "Write two rules.");
      }
      return events;
    }

    private List<RuleFilter> filters() {
      List<RuleFilter> filters = new ArrayList<>();
      for (Scalar written : fields.texts("where")) {
        Optional<RuleFilter> filter = RuleFilter.of(written.text());
        if (filter.isEmpty()) {
          problems.add(
              written.place(),
              "`where`: expected " + RuleFilter.EXAMPLE + "\nfound `" + written.text() + "`",
              "Correct the line; " + DOCS);
        } else if (filter.get().field().equals("duration")
            && filter.get().figure().filter(RulesReader::isTime).isEmpty()) {
          noTime(written, filter.get().text());
        } else if (filters.size() == MOST_ITEMS) {
          wrong("where", "`where` has more than " + MOST_ITEMS + " lines", "Remove some.");
          return filters;
        } else {
          filters.add(filter.get());
        }
      }
      return filters;
    }

    private Optional<RuleWindow> window() {
      return fields.has("window")
          ? fields.value(
              "window",
              "late, late-thread, run, or a time from 1 ms to a day, such as 10 s",
              scalar -> RuleWindow.of(scalar.text()))
          : Optional.of(RuleWindow.LATE);
    }

    private Optional<RuleCondition> condition() {
      Optional<RuleFigure> threshold =
          fields.value(
              "threshold",
              "a number, with a unit (" + RuleUnit.words() + ") or without",
              scalar -> RuleFigure.of(scalar.text()));
      Optional<RuleCondition> written =
          fields.value(
              "condition", RuleCondition.EXAMPLE, scalar -> RuleCondition.of(scalar.text()));
      if (written.isEmpty()) {
        return Optional.empty();
      }
      boolean hasLimit = written.get().limit().isPresent();
      if (hasLimit && fields.has("threshold")) {
        wrong(
            "threshold",
            "the condition has a number, and there is a `threshold` too",
            "Write the word threshold in the condition, or leave the key out.");
        return Optional.empty();
      }
      if (!hasLimit && threshold.isEmpty()) {
        if (!fields.has("threshold")) {
          wrong(
              "condition",
              "the condition compares with `threshold`, and the rule has none",
              "Add `threshold:`, or write the number into the condition.");
        }
        return Optional.empty();
      }
      RuleCondition condition = hasLimit ? written.get() : written.get().with(threshold.get());
      if (condition.field().equals("duration") && !isTime(condition.limit().get())) {
        fields
            .scalar(hasLimit ? "condition" : "threshold", "a text")
            .ifPresent(scalar -> noTime(scalar, condition.limit().get().text()));
        return Optional.empty();
      }
      return Optional.of(condition);
    }

    private void noTime(YamlNode at, String figure) {
      problems.add(
          at.place(),
          "`duration` is a time, and `" + figure + "` has no unit of time",
          "Write the unit, as in 5 ms; units are ns, us, ms and s.");
    }

    private Optional<RuleUnit> unit(Optional<RuleCondition> condition) {
      Optional<RuleUnit> unit =
          fields.value("unit", "one of: " + RuleUnit.words(), scalar -> RuleUnit.of(scalar.text()));
      Optional<RuleUnit> ofLimit = condition.flatMap(RuleCondition::limit).map(RuleFigure::unit);
      if (unit.isPresent() && ofLimit.isPresent() && !unit.get().isLike(ofLimit.get())) {
        wrong(
            "unit",
            "the limit is in %s, and the figure is to be shown in %s"
                .formatted(
                    ofLimit.get() == RuleUnit.NONE ? "no unit" : ofLimit.get().word(),
                    unit.get().word()),
            "Use units of one kind: times, sizes, or neither.");
      }
      return unit;
    }

    private Optional<String> text(String key) {
      Optional<String> text =
          fields.text(
              key,
              "a text of at most " + LONGEST_TEXT + " characters",
              written -> written.length() <= LONGEST_TEXT);
      for (String hole : text.map(UserRule::holes).orElse(List.of())) {
        if (key.equals("remedy") || !hole.matches("[A-Za-z_][\\w.]*")) {
          wrong(
              key,
              "`" + key + "` has `{" + hole + "}`",
              key.equals("remedy")
                  ? "Only `text` is filled in."
                  : "Write one of {"
                      + String.join("}, {", UserRule.WORDS)
                      + "}, or a field of the event in braces.");
        }
      }
      return text;
    }

    /** Windows of a length begin at an event: one without any is never looked at. */
    private void fits(RuleWindow window, RuleCondition condition) {
      if (window.kind() == RuleWindow.Kind.STRETCH && condition.holdsOfNothing()) {
        wrong(
            "condition",
            "the condition also holds without any event, but a window with a length begins at an"
                + " event",
            "Use `window: run`, or a condition with >= or >.");
      }
    }

    private void wrong(String key, String what, String remedy) {
      problems.add(fields.node(key).map(YamlNode::place).orElse(fields.place()), what, remedy);
    }
  }

  private static boolean isTime(RuleFigure figure) {
    return figure.unit().isTime();
  }
}
