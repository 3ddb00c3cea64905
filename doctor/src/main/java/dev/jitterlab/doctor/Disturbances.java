package dev.jitterlab.doctor;

import dev.jitterlab.lab.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Advice on what disturbed the idle machine. Stateless. */
final class Disturbances {
  /** The limits of the lab's own checks of a trial. */
  private static final double STEAL_VALID = 0.01;

  private static final double STEAL_WEAK = 0.05;
  private static final double OTHERS_VALID = 0.05;
  private static final double OTHERS_WEAK = 0.3;

  /** One stall in two seconds puts the p99 of a second's ticks in its hands. */
  private static final double MANY_STALLS_PER_MINUTE = 30;

  private static final double FEW_STALLS_PER_MINUTE = 2;

  /** Of all CPU time of the machine. */
  private static final double MUCH_CPU = 0.02;

  private Disturbances() {}

  static List<Advice> of(Stillness still, List<Other> others) {
    List<Advice> advice = new ArrayList<>();
    advice.add(stalls(still));
    steal(still).ifPresent(advice::add);
    otherPrograms(still).ifPresent(advice::add);
    for (Other other : others) {
      if (isMuch(other)) {
        advice.add(other(other));
      }
    }
    return advice;
  }

  /** Whether it takes CPU time that servers would miss. */
  static boolean isMuch(Other other) {
    return other.cpuRatio() >= MUCH_CPU;
  }

  private static Advice stalls(Stillness still) {
    String found =
        "An idle process stood still for more than 5 ms %s times a minute, for %s at most%s."
            .formatted(
                Units.number(still.stallsPerMinute()), Units.seconds(still.delayMax()), who(still));
    if (still.stallsPerMinute() <= FEW_STALLS_PER_MINUTE) {
      return Advice.good("stalls", found);
    }
    String effect = "Some ticks are late because of the machine, not because of the server.";
    String[] help = {
      "./jitterlab doctor    # again, at another hour",
      "# a machine of your own, or one with dedicated CPUs"
    };
    return still.stallsPerMinute() <= MANY_STALLS_PER_MINUTE
        ? Advice.care("stalls", found, effect, help)
        : Advice.bad("stalls", found, effect, help);
  }

  private static String who(Stillness still) {
    if (still.waitedRatio() == null) {
      return "";
    }
    return still.waitedRatio() > 0.5
        ? "; most of that time another process had the CPU"
        : "; most of that time no process had the CPU: the hypervisor, or an interrupt";
  }

  private static Optional<Advice> steal(Stillness still) {
    if (still.stealRatio() == null) {
      return Optional.empty();
    }
    String found =
        "The hypervisor took away " + Units.share(still.stealRatio()) + " of the CPU time.";
    if (still.stealRatio() <= STEAL_VALID) {
      return Optional.of(Advice.good("steal", found));
    }
    String effect = "Other guests of the same host make every server here slower.";
    String help = "# an instance with dedicated CPUs, or another hour";
    return Optional.of(
        still.stealRatio() <= STEAL_WEAK
            ? Advice.care("steal", found, effect, help)
            : Advice.bad("steal", found, effect, help));
  }

  /** Whether all others together take CPU time that servers would miss, seen or not. */
  static boolean areMuch(Stillness still) {
    return still.otherCpuRatio() != null && still.otherCpuRatio() > OTHERS_VALID;
  }

  private static Optional<Advice> otherPrograms(Stillness still) {
    if (still.otherCpuRatio() == null) {
      return Optional.empty();
    }
    String topic = "other programs";
    String found =
        "Programs that are not the doctor's used %s of the CPU time."
            .formatted(Units.share(still.otherCpuRatio()));
    if (!areMuch(still)) {
      return Optional.of(Advice.good(topic, found));
    }
    String effect = "They take CPU time from the servers.";
    String help = "top -b -n 1 -o %CPU | head -15    # shows which; of a container, on its host";
    return Optional.of(
        still.otherCpuRatio() <= OTHERS_WEAK
            ? Advice.care(topic, found, effect, help)
            : Advice.bad(topic, found, effect, help));
  }

  private static Advice other(Other other) {
    boolean kernel = other.kernelThread();
    return Advice.care(
        "other process",
        "%s %s (%d) used %s of the CPU time."
            .formatted(
                kernel ? "The kernel thread" : "The process",
                other.command(),
                other.pid(),
                Units.share(other.cpuRatio())),
        "It takes CPU time from the servers.",
        kernel
            ? "cat /proc/" + other.pid() + "/stack    # as root: what it does"
            : "ps -fp " + other.pid() + "    # shows what it is; end it if it is yours");
  }
}
