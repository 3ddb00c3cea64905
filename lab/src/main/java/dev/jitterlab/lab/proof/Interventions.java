package dev.jitterlab.lab.proof;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.lab.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What takes each cause away, in this one place; and where nothing that the lab can set does, what
 * the reader can do. Stateless.
 */
final class Interventions {
  private static final Pattern HEAP = Pattern.compile("-Xmx(\\d{1,9})([kKmMgG]?)");
  private static final Pattern COLLECTOR =
      Pattern.compile("-XX:\\+(Use(G1|Parallel|Serial|Z|Shenandoah|Epsilon)GC|ZGenerational)");
  private static final Pattern LOOPS =
      Pattern.compile("-XX:([+-]UseCountedLoopSafepoints|LoopStripMiningIter=.*)");
  private static final int FIRST_ZGC = 17;
  private static final int ZGC_GENERATIONAL_FROM = 21;
  private static final int ZGC_GENERATIONAL_TO = 23;
  private static final int UNPINNED_JDK = 24;

  /** Either a change, or why there is none. */
  record Choice(Optional<Intervention> change, String why) {
    static Choice of(Intervention change) {
      return new Choice(Optional.of(change), "");
    }

    static Choice none(String why) {
      return new Choice(Optional.empty(), why);
    }
  }

  private Interventions() {}

  /**
   * The change that takes a cause away from a group.
   *
   * @param causes what else was found in it
   */
  static Choice of(Cause cause, Plan.Group group, Causes causes) {
    List<String> flags = group.jvmArguments();
    return switch (cause) {
      case GC_PAUSE -> pauses(group, flags, causes);
      case GC_STALL -> heap(flags, "allocation stalls");
      case TIME_TO_SAFEPOINT ->
          Choice.of(
              Intervention.flags(
                  "polls-in-loops",
                  "with a safepoint poll in every counted loop",
                  with(
                      without(flags, LOOPS),
                      "-XX:+UseCountedLoopSafepoints",
                      "-XX:LoopStripMiningIter=1")));
      case DEOPTIMISED_CODE ->
          Choice.of(
              Intervention.flags(
                  "without-traps",
                  "with code that C2 compiles for all branches, so that none is thrown away for"
                      + " going another way (PerMethodTrapLimit and PerBytecodeTrapLimit are 0)",
                  with(flags, "-XX:PerMethodTrapLimit=0", "-XX:PerBytecodeTrapLimit=0")));
      case FIRST_COMPILATION ->
          Choice.of(
              Intervention.flags(
                  "compiled-early",
                  "with methods compiled after a tenth of the usual calls",
                  with(flags, "-XX:CompileThresholdScaling=0.1")));
      case COMPILER_THREADS ->
          Choice.of(
              Intervention.flags(
                  "without-c2",
                  "with C1 alone, whose compilations are short; its code is slower",
                  with(flags, "-XX:TieredStopAtLevel=1")));
      case RUN_QUEUE ->
          Choice.of(
              Intervention.of(
                  "goes-first",
                  "with a priority above all other processes (nice -15)",
                  Map.of("machine", Map.of("nice", -15))));
      case THROTTLING -> limit(group);
      case PINNED -> newer(group);
      case PREDECESSOR -> threads(group);
      case SAFEPOINT_OPERATION ->
          Choice.none(
              "what asks for these safepoints is code or tools, which no flag takes away. Remove"
                  + " the caller that the evidence names, and compare both with `./jitterlab ab`.");
      case LOCK_WAIT, SLEEP, IO, PARK, OWN_CODE ->
          Choice.none(
              "it is the server's own code, which cannot be replaced from outside. Change the"
                  + " place that the evidence names, and compare both with `./jitterlab ab`.");
      case STEAL, PROCESS_STOPPED, PAGE_FAULT ->
          Choice.none(
              "it comes from outside the JVM. Run the same experiment on another machine, and"
                  + " compare both runs with `./jitterlab compare`.");
      case UNEXPLAINED ->
          Choice.none("nothing that was recorded explains the lateness. See \"Not recorded\".");
    };
  }

  private static Choice pauses(Plan.Group group, List<String> flags, Causes causes) {
    boolean asked =
        causes.findings().stream()
            .filter(one -> one.instance().startsWith(group.name() + "/"))
            .filter(one -> one.pattern().equals("long_collections"))
            .findFirst()
            .filter(one -> one.text().contains("System.gc"))
            .isPresent();
    if (asked) {
      return Choice.of(
          Intervention.flags(
              "without-system-gc",
              "that ignores System.gc",
              with(flags, "-XX:+DisableExplicitGC")));
    }
    int jdk = feature(group);
    if (jdk >= FIRST_ZGC && !flags.contains("-XX:+UseZGC")) {
      List<String> zgc = with(without(flags, COLLECTOR), "-XX:+UseZGC");
      if (jdk >= ZGC_GENERATIONAL_FROM && jdk <= ZGC_GENERATIONAL_TO) {
        zgc = with(zgc, "-XX:+ZGenerational");
      }
      return Choice.of(
          Intervention.flags("zgc", "with ZGC, which collects while the program goes on", zgc));
    }
    return heap(flags, "collections");
  }

  private static Choice heap(List<String> flags, String what) {
    for (String flag : flags) {
      Matcher heap = HEAP.matcher(flag);
      if (heap.matches()) {
        String larger = "-Xmx" + 2 * Long.parseLong(heap.group(1)) + heap.group(2);
        List<String> changed = new ArrayList<>(flags);
        changed.set(changed.indexOf(flag), larger);
        return Choice.of(
            Intervention.flags("twice-the-heap", "with a heap of twice the size", changed));
      }
    }
    return Choice.none(
        "its heap has no -Xmx that could be doubled against "
            + what
            + ". Set one in jvm_arguments, run again, and ask again.");
  }

  private static Choice limit(Plan.Group group) {
    Object limit =
        group.properties().get("machine") instanceof Map<?, ?> machine
            ? machine.get("cpu_limit")
            : null;
    if (limit != null) {
      double twice = 2 * Double.parseDouble(limit.toString());
      return Choice.of(
          Intervention.of(
              "twice-the-limit",
              "with twice the CPU limit",
              Map.of("machine", Map.of("cpu_limit", twice))));
    }
    return Choice.none(
        "the CPU limit is not the experiment's own. Raise the limit of the control group, run"
            + " again, and compare both runs with `./jitterlab compare`.");
  }

  private static Choice newer(Plan.Group group) {
    int jdk = feature(group);
    return jdk < UNPINNED_JDK
        ? Choice.of(
            Intervention.of(
                "jdk-25",
                "on JDK 25, where synchronized pins no virtual thread",
                Map.of("jdk", 25)))
        : Choice.none(
            "it pins on this JDK too, so a native frame or a class initialiser does it. Change the"
                + " place that the evidence names, and compare both with `./jitterlab ab`.");
  }

  private static Choice threads(Plan.Group group) {
    if (group.properties().get("server") instanceof Map<?, ?> server
        && server.get("threads") instanceof Number threads) {
      return Choice.of(
          Intervention.of(
              "twice-the-threads",
              "with twice the threads for its ticks",
              Map.of("server", Map.of("threads", 2 * threads.intValue()))));
    }
    return Choice.none(
        "the lab does not know how this server gets more threads for its ticks. Give it more, or"
            + " the load less, and compare both with `./jitterlab ab`.");
  }

  private static int feature(Plan.Group group) {
    String digits = group.jdk() == null ? "" : group.jdk().replaceFirst("^(\\d+).*", "$1");
    return digits.matches("\\d{1,3}") ? Integer.parseInt(digits) : 0;
  }

  private static List<String> with(List<String> flags, String... more) {
    List<String> all = new ArrayList<>(flags);
    all.addAll(List.of(more));
    return all;
  }

  private static List<String> without(List<String> flags, Pattern which) {
    return flags.stream().filter(flag -> !which.matcher(flag).matches()).toList();
  }
}
