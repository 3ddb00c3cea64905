package dev.jitterlab.lab.experiment;

import dev.jitterlab.lab.collector.Collector;
import dev.jitterlab.lab.collector.KnownCollectors;
import dev.jitterlab.lab.faults.FaultKind;
import dev.jitterlab.lab.faults.FaultSettings;
import dev.jitterlab.lab.machine.MachineSettings;
import dev.jitterlab.lab.workload.OptionType;
import dev.jitterlab.lab.workload.Workload;
import dev.jitterlab.lab.workload.Workload.Option;
import dev.jitterlab.lab.workload.Workload.Program;
import dev.jitterlab.lab.yaml.Fields;
import dev.jitterlab.lab.yaml.Problems;
import dev.jitterlab.lab.yaml.Spelling;
import dev.jitterlab.lab.yaml.YamlNode;
import dev.jitterlab.lab.yaml.YamlNode.Entry;
import dev.jitterlab.lab.yaml.YamlNode.Mapping;
import dev.jitterlab.lab.yaml.YamlNode.Scalar;
import dev.jitterlab.lab.yaml.YamlNode.Sequence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Validates what is set for groups, and the options of the workload's programs.
 *
 * @param workload what the options are checked against
 * @param workloadNamed whether the file names a workload, be it a known one or not
 * @param foreign whether the file describes a server of its own
 */
record PropertiesReader(
    Optional<Workload> workload, boolean workloadNamed, boolean foreign, Problems problems) {

  /** Reports all that is wrong with a mapping of properties. */
  void check(Mapping properties) {
    Fields fields = new Fields(properties, problems);
    fields.text(
        "jdk",
        "a feature release such as 25, or the path of a JDK",
        jdk -> jdk.matches("[1-9]\\d{0,2}") || jdk.contains("/"));
    fields.node("jvm_arguments").ifPresent(this::checkJvmArguments);
    fields
        .mapping("server", "a mapping of options")
        .ifPresent(options -> checkOptions(options, "server", workload.map(Workload::server)));
    fields.mapping("environment", "a mapping of variables").ifPresent(this::checkEnvironment);
    fields
        .section("machine", "a mapping such as {cpus: 0-1}", MachineSettings.KEYS)
        .ifPresent(MachineReader::check);
    fields.mapping("recording", "a mapping such as {jfr: false}").ifPresent(this::checkRecording);
    fields
        .section("faults", "a mapping such as {every: 2.5s}", FaultSettings.KEYS)
        .ifPresent(this::checkFaults);
    fields.text(
        "price_per_hour",
        "a number above 0, such as 0.34",
        price -> price.matches("(?=.*[1-9])\\d{1,9}(\\.\\d{1,9})?"));
    properties.entries().stream()
        .filter(entry -> !ExperimentFormat.KNOWN_PROPERTIES.contains(entry.key()))
        .forEach(this::checkFree);
  }

  private void checkFaults(Fields fields) {
    fields.truth("pairs");
    for (String key : List.of("every", "length")) {
      fields.text(key, "a time such as 2.5s or 120ms", FaultSettings::isTime);
    }
    fields.text(
        "method",
        "methods, such as com.foo.Game#tick, joined by +",
        text -> text.matches("[\\w$.]+#[\\w$]+(\\+[\\w$.]+#[\\w$]+)*"));
    for (YamlNode kind : fields.list("kinds", "a list of kinds")) {
      String expected = "one of " + String.join(", ", FaultKind.words());
      Fields.scalar(kind, "`kinds`", expected, problems)
          .filter(word -> FaultKind.of(word.text()).isEmpty())
          .ifPresent(word -> Fields.wrongType(word, "`kinds`", expected, problems));
    }
  }

  private void checkRecording(Mapping recording) {
    Fields fields = new Fields(withoutFixed(recording), KnownCollectors.switched(), problems);
    KnownCollectors.switched().forEach(fields::truth);
  }

  /** Reports and leaves out the collectors that cannot be switched here. */
  private Mapping withoutFixed(Mapping recording) {
    List<Entry> switched = new ArrayList<>();
    for (Entry entry : recording.entries()) {
      Optional<String> fixed = KnownCollectors.named(entry.key()).flatMap(Collector::fixed);
      if (fixed.isEmpty()) {
        switched.add(entry);
      } else {
        String what = "`recording` does not switch `" + entry.key() + "`";
        problems.add(entry.place(), what, "Remove the key. " + fixed.get());
      }
    }
    return new Mapping(recording.place(), switched);
  }

  private void checkJvmArguments(YamlNode node) {
    switch (node) {
      case Scalar scalar -> checkArgumentText(scalar);
      case Sequence list -> list.items().forEach(this::checkArgumentItem);
      case Mapping mapping -> {
        for (Entry entry : mapping.entries()) {
          if (entry.value() instanceof Mapping deeper) {
            Fields.wrongType(
                deeper, "`" + entry.key() + "`", "a text or a list of texts", problems);
          } else {
            checkJvmArguments(entry.value());
          }
        }
      }
    }
  }

  private void checkArgumentItem(YamlNode item) {
    String expected = "a text with JVM flags";
    Fields.scalar(item, "`jvm_arguments`", expected, problems).ifPresent(this::checkArgumentText);
  }

  private void checkArgumentText(Scalar scalar) {
    Optional<List<String>> arguments = Arguments.split(scalar.text());
    if (arguments.isEmpty()) {
      problems.add(scalar.place(), "a quote is not closed", "Add the closing quote.");
      return;
    }
    Arguments.notAFlag(arguments.get())
        .ifPresent(
            word -> {
              String what = "expected JVM flags, found `" + word + "`, which is not a flag";
              problems.add(scalar.place(), what, "Begin each flag with `-`, as in -Xmx256m.");
            });
  }

  private void checkEnvironment(Mapping variables) {
    for (Entry entry : variables.entries()) {
      Fields.scalar(entry.value(), "`" + entry.key() + "`", "a text", problems);
      if (!entry.key().matches("[A-Za-z_][A-Za-z0-9_]*")) {
        String what = "`" + entry.key() + "` cannot be the name of an environment variable";
        problems.add(entry.place(), what, "Use letters, digits and underscores.");
      }
    }
  }

  /** Two letters off is a typing error; but of the three letters of {@code jdk} only one may be. */
  private void checkFree(Entry entry) {
    String name = entry.key();
    Spelling.nearest(name, ExperimentFormat.KNOWN_PROPERTIES)
        .filter(known -> Spelling.distance(name, known) <= Math.min(2, known.length() / 2))
        .ifPresent(
            known -> {
              String what =
                  "unknown property `" + name + "`, which looks like a mistyped `" + known + "`";
              String remedy = "Write `" + known + "`, or give a property of your own another name.";
              problems.add(entry.place(), what, remedy);
            });
  }

  /** Reports all that is wrong with the options for one of the workload's programs. */
  void checkOptions(Mapping options, String key, Optional<Program> program) {
    if (program.isEmpty()) {
      if (foreign && key.equals("server")) {
        String what = "`server` has the options of Jitterlab's own servers";
        String remedy =
            "Set a property of another name, and use it in the command: '${properties.NAME}'.";
        problems.add(options.place(), what, remedy);
      }
      if (!workloadNamed) {
        String what = "`" + key + "` sets options, and the file names no workload";
        problems.add(options.place(), what, "Add a line such as `workload: battle`.");
      }
      return;
    }
    for (Entry entry : options.entries()) {
      Optional<Option> option = program.get().option(entry.key());
      if (option.isEmpty()) {
        String what =
            "the workload's %s has no option `%s`\n%s"
                .formatted(
                    key, entry.key(), Spelling.expected(entry.key(), program.get().optionNames()));
        problems.add(entry.place(), what, "Correct or remove the option.");
      } else {
        checkOption(entry, option.get());
      }
    }
    new ArrivalRates(program.get(), options).check(problems);
  }

  private void checkOption(Entry entry, Option option) {
    String name = "`" + entry.key() + "`";
    String expected = option.type().expected();
    if (option.type() instanceof OptionType.Journeys) {
      var unused = ScenarioOption.json(entry.value(), problems);
      return;
    }
    Fields.scalar(entry.value(), name, expected, problems)
        .filter(value -> !option.type().accepts(value.text()))
        .ifPresent(
            value ->
                Fields.wrongType(value, name, expected, remedy(value.text(), option), problems));
  }

  private static String remedy(String value, Option option) {
    Optional<String> near =
        option.type() instanceof OptionType.Choice choice
            ? Spelling.nearest(value, choice.values())
            : Optional.empty();
    return near.map(word -> "Did you mean `" + word + "`?")
        .orElse("It is: " + option.help() + "; docs/experiments.md says how to list all options.");
  }
}
