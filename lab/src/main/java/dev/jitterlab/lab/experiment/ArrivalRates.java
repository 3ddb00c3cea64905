package dev.jitterlab.lab.experiment;

import dev.jitterlab.arrivals.ArrivalProcess;
import dev.jitterlab.lab.workload.OptionType.ArrivalRate;
import dev.jitterlab.lab.workload.Workload.Option;
import dev.jitterlab.lab.workload.Workload.Program;
import dev.jitterlab.lab.yaml.Problems;
import dev.jitterlab.lab.yaml.YamlNode.Mapping;
import dev.jitterlab.lab.yaml.YamlNode.Scalar;
import java.util.Optional;

/**
 * Holds the rates among a program's options against the processes that they are for: {@code
 * 100..400:30s} is a rate, but none of {@code constant}.
 */
record ArrivalRates(Program program, Mapping options) {
  void check(Problems problems) {
    for (Option option : program.options()) {
      if (option.type() instanceof ArrivalRate type) {
        value(option.name())
            .filter(rate -> type.accepts(rate.text())) // else it is refused as no rate at all
            .ifPresent(rate -> check(option.name(), rate, type, problems));
      }
    }
  }

  private void check(String name, Scalar rate, ArrivalRate type, Problems problems) {
    Optional<String> process =
        value(type.process())
            .map(Scalar::text)
            .or(() -> program.option(type.process()).flatMap(Option::defaultValue));
    process
        .flatMap(ArrivalProcess::labelled)
        .flatMap(arrivals -> type.problem(arrivals, rate.text()))
        .ifPresent(
            what ->
                problems.add(
                    rate.place(),
                    "`" + name + "`: " + what,
                    "Write such a rate, or set `%s` to the process that takes this one."
                        .formatted(type.process())));
  }

  private Optional<Scalar> value(String option) {
    return options.value(option).filter(Scalar.class::isInstance).map(Scalar.class::cast);
  }
}
