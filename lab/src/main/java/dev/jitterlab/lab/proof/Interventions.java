package dev.jitterlab.lab.proof;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.lab.Units;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What takes each cause away, in this one place; and where nothing that the lab can set does, what
 * the reader can do. Stateless.
 */
final class Interventions {
  private static final Pattern HEAP =
      Pattern.compile("(-Xmx|-XX:MaxHeapSize=)(\\d{1,15})([kKmMgGtT]?)");
  private static final Pattern HEAP_SHARE =
      Pattern.compile("-XX:MaxRAMPercentage=(\\d{1,3}(?:\\.\\d{1,6})?)");
  private static final Pattern MEMORY = Pattern.compile("(\\d{1,8})([kKmMgG])");
  private static final Pattern COLLECTOR =
      Pattern.compile("-XX:\\+(Use(G1|Parallel|Serial|Z|Shenandoah|Epsilon)GC|ZGenerational)");

  /** What the JVM takes of the memory for its heap, unless a flag says otherwise. */
  private static final double USUAL_HEAP_PERCENT = 25;

  /** A heap may not have all of the memory: the rest of the JVM and the system need some. */
  private static final double ALL_PERCENT = 100;

  private static final int FIRST_ZGC = 17;
  private static final int ZGC_GENERATIONAL_FROM = 21;
  private static final int ZGC_GENERATIONAL_TO = 23;
  private static final int UNPINNED_JDK = 24;
  private static final int NICE = -15;
  private static final String MACHINE = "machine";

  /** Either a change, or why there is none. */
  record Choice(Optional<Intervention> change, String why) {
    static Choice of(Intervention change) {
      return new Choice(Optional.of(change), "");
    }

    /** Of the JVM's flags; they are the whole list. */
    static Choice flags(String name, String words, List<String> flags) {
      return of(new Intervention(name, words, Map.of(), flags));
    }

    static Choice properties(String name, String words, Map<String, Object> properties) {
      return of(new Intervention(name, words, properties, List.of()));
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
  static Choice of(Cause cause, FirstTrial first, Causes causes) {
    Choice choice = wanted(cause, first, causes);
    Optional<Intervention> change = choice.change();
    if (change.filter(one -> !one.flags().isEmpty()).isPresent() && !first.takesFlags()) {
      return Choice.none(
          "its command line has no ${jvm_arguments}, so a flag would not reach its JVM. Put"
              + " ${jvm_arguments} behind ${java}, run again, and ask again.");
    }
    Optional<String> fixed = change.flatMap(one -> rival(one, first));
    if (fixed.isPresent()) {
      return setElsewhere(fixed.get());
    }
    if (change.filter(one -> one.flags().equals(first.flags())).isPresent()
        && change.orElseThrow().properties().isEmpty()) {
      return Choice.none(
          "it already runs "
              + change.orElseThrow().words()
              + ". Follow the evidence of this cause instead.");
    }
    return choice;
  }

  /** A flag of the command line that a flag of the change would contradict. */
  private static Optional<String> rival(Intervention change, FirstTrial first) {
    List<String> changed =
        change.flags().stream().filter(flag -> !first.flags().contains(flag)).toList();
    List<String> names = changed.stream().map(Interventions::name).toList();
    boolean isCollector = changed.stream().anyMatch(flag -> COLLECTOR.matcher(flag).matches());
    return first.commandFlags().stream()
        .filter(
            flag ->
                names.contains(name(flag)) || (isCollector && COLLECTOR.matcher(flag).matches()))
        .findFirst();
  }

  private static Choice setElsewhere(String flag) {
    return Choice.none(
        "its command line sets %s itself. Move it to jvm_arguments, run again, and ask again."
            .formatted(flag));
  }

  private static Choice wanted(Cause cause, FirstTrial first, Causes causes) {
    List<String> flags = first.flags();
    return switch (cause) {
      case GC_PAUSE -> pauses(first, flags, causes);
      case GC_STALL -> heap(first, flags);
      case TIME_TO_SAFEPOINT ->
          Choice.flags(
              "polls-in-loops",
              "with a safepoint poll in every counted loop",
              with(flags, "-XX:+UseCountedLoopSafepoints", "-XX:LoopStripMiningIter=1"));
      case DEOPTIMISED_CODE ->
          Choice.flags(
              "without-traps",
              "with code that C2 compiles for all branches, so that none is thrown away for"
                  + " going another way (PerMethodTrapLimit and PerBytecodeTrapLimit are 0)",
              with(flags, "-XX:PerMethodTrapLimit=0", "-XX:PerBytecodeTrapLimit=0"));
      case FIRST_COMPILATION ->
          Choice.flags(
              "compiled-early",
              "with methods compiled after a tenth of the usual calls",
              with(flags, "-XX:CompileThresholdScaling=0.1"));
      case COMPILER_THREADS ->
          Choice.flags(
              "without-c2",
              "with C1 alone, whose compilations are short; its code is slower",
              with(flags, "-XX:TieredStopAtLevel=1"));
      case RUN_QUEUE -> priority(first);
      case THROTTLING ->
          limit(
              first,
              "the CPU limit is not the experiment's own. Raise the limit of the control group,"
                  + " run again, and compare both runs with `./jitterlab compare`.");
      case BUSY_SERVER ->
          limit(
              first,
              "the server already used nearly all CPU time that it could get. Give it more CPUs, or"
                  + " the load a lower rate, run again, and compare both runs with `./jitterlab"
                  + " compare`.");
      case PINNED -> newer(first);
      case PREDECESSOR -> threads(first);
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
      case LOAD_LATE ->
          Choice.none(
              "it is the load generator's, and no server's. Let one server run at a time"
                  + " (`execution: alternate`), lower the rate, or use a machine with more CPUs.");
      case UNEXPLAINED ->
          Choice.none("nothing that was recorded explains the lateness. See \"Not recorded\".");
    };
  }

  private static Choice pauses(FirstTrial first, List<String> flags, Causes causes) {
    boolean asked =
        causes.findings().stream()
            .filter(one -> one.instance().startsWith(first.server().name() + "/"))
            .filter(one -> one.pattern().equals("long_collections"))
            .anyMatch(one -> one.text().contains("System.gc"));
    if (asked && !flags.contains("-XX:+DisableExplicitGC")) {
      return Choice.flags(
          "without-system-gc", "that ignores System.gc", with(flags, "-XX:+DisableExplicitGC"));
    }
    int jdk = first.feature();
    if (jdk >= FIRST_ZGC && !flags.contains("-XX:+UseZGC")) {
      List<String> zgc = with(without(flags, COLLECTOR), "-XX:+UseZGC");
      if (jdk >= ZGC_GENERATIONAL_FROM && jdk <= ZGC_GENERATIONAL_TO) {
        zgc = with(zgc, "-XX:+ZGenerational");
      }
      return Choice.flags("zgc", "with ZGC, which collects while the program goes on", zgc);
    }
    return heap(first, flags);
  }

  /** The last flag counts; without one, the heap is a quarter of the memory. */
  private static Choice heap(FirstTrial first, List<String> flags) {
    Optional<String> fixed =
        first.commandFlags().stream().filter(flag -> HEAP.matcher(flag).matches()).findFirst();
    if (fixed.isPresent()) { // then neither a share nor a limit has an effect
      return setElsewhere(fixed.get());
    }
    String name = "twice-the-heap";
    String words = "with a heap of twice the size";
    Map<String, Object> memory = twiceTheMemory(first);
    for (String flag : flags.reversed()) {
      Matcher heap = HEAP.matcher(flag);
      if (heap.matches()) {
        String larger = heap.group(1) + 2 * Long.parseLong(heap.group(2)) + heap.group(3);
        return Choice.of(new Intervention(name, words, memory, with(flags, larger)));
      }
    }
    double percent = heapPercent(flags);
    if (memory.isEmpty() && 2 * percent >= ALL_PERCENT) {
      return Choice.none(
          "its heap has half of the memory or more already. Run it where there is more, and"
              + " compare both runs with `./jitterlab compare`.");
    }
    return memory.isEmpty()
        ? Choice.flags(
            name, words, with(flags, "-XX:MaxRAMPercentage=" + Units.number(2 * percent)))
        : Choice.properties(name, words, memory); // the heap grows with it
  }

  /** Of the flags that say so, the last one counts. */
  private static double heapPercent(List<String> flags) {
    return flags.reversed().stream()
        .map(HEAP_SHARE::matcher)
        .filter(Matcher::matches)
        .findFirst()
        .map(share -> Double.parseDouble(share.group(1)))
        .orElse(USUAL_HEAP_PERCENT);
  }

  /**
   * Whether a larger heap, beside those of the server as it was and of its control, leaves no
   * memory for anything else.
   */
  static boolean fillsTheMemory(Intervention change, FirstTrial first) {
    if (change.flags().isEmpty()) {
      return false; // the heap is the one of the server as it was, or has a limit of its own
    }
    double asItWas = heapPercent(first.flags());
    double changed = heapPercent(change.flags());
    return changed > asItWas && 2 * asItWas + changed >= ALL_PERCENT;
  }

  /** The memory limit of the group has to grow with its heap; empty without a limit. */
  private static Map<String, Object> twiceTheMemory(FirstTrial first) {
    Matcher limit = MEMORY.matcher(ofMachine(first, "memory_limit").orElse(""));
    return limit.matches()
        ? Map.of(
            MACHINE, Map.of("memory_limit", 2 * Long.parseLong(limit.group(1)) + limit.group(2)))
        : Map.of();
  }

  private static Optional<String> ofMachine(FirstTrial first, String key) {
    return first.server().properties().get(MACHINE) instanceof Map<?, ?> machine
        ? Optional.ofNullable(machine.get(key)).map(Object::toString)
        : Optional.empty();
  }

  private static Choice priority(FirstTrial first) {
    boolean goesFirst =
        ofMachine(first, "nice").filter(nice -> Integer.parseInt(nice) <= NICE).isPresent()
            || ofMachine(first, "scheduling")
                .filter(one -> one.matches("(fifo|rr):.*"))
                .isPresent();
    return goesFirst
        ? Choice.none(
            "it already goes before all other processes. Give it more CPUs, or the machine less to"
                + " do, and compare both runs with `./jitterlab compare`.")
        : Choice.properties(
            "goes-first",
            "with a priority above all other processes (nice " + NICE + ")",
            Map.of(MACHINE, Map.of("nice", NICE)));
  }

  private static Choice limit(FirstTrial first, String otherwise) {
    return ofMachine(first, "cpu_limit")
        .map(limit -> new BigDecimal(limit).add(new BigDecimal(limit)))
        .map(
            twice ->
                Choice.properties(
                    "twice-the-limit",
                    "with twice the CPU limit",
                    Map.of(MACHINE, Map.of("cpu_limit", twice))))
        .orElseGet(() -> Choice.none(otherwise));
  }

  private static Choice newer(FirstTrial first) {
    if (!first.takesJdk()) {
      return Choice.none(
          "its command line has no ${java}, so the experiment cannot give it another JDK. Begin the"
              + " command with ${java}, run again, and ask again.");
    }
    return first.feature() < UNPINNED_JDK
        ? Choice.properties(
            "jdk-25", "on JDK 25, where synchronized pins no virtual thread", Map.of("jdk", 25))
        : Choice.none(
            "it pins on this JDK too, so a native frame or a class initialiser does it. Change the"
                + " place that the evidence names, and compare both with `./jitterlab ab`.");
  }

  private static Choice threads(FirstTrial first) {
    if (first.server().properties().get("server") instanceof Map<?, ?> server
        && String.valueOf(server.get("threads")).matches("[1-9]\\d{0,4}")) {
      int threads = Integer.parseInt(server.get("threads").toString());
      return Choice.properties(
          "twice-the-threads",
          "with twice the threads for its ticks",
          Map.of("server", Map.of("threads", 2 * threads)));
    }
    return Choice.none(
        "the lab does not know how this server gets more threads for its ticks. Give it more, or"
            + " the load less, and compare both with `./jitterlab ab`.");
  }

  /** With these flags, which replace what there is of the same name. */
  private static List<String> with(List<String> flags, String... more) {
    List<String> names = Stream.of(more).map(Interventions::name).toList();
    List<String> others = flags.stream().filter(flag -> !names.contains(name(flag))).toList();
    boolean alreadyThere =
        flags.containsAll(List.of(more)) && flags.size() == others.size() + more.length;
    return alreadyThere ? flags : Stream.concat(others.stream(), Stream.of(more)).toList();
  }

  /** What two settings of one flag have in common. */
  static String name(String flag) {
    if (flag.startsWith("-Xmx") || flag.startsWith("-XX:MaxHeapSize=")) {
      return "-Xmx";
    }
    return flag.startsWith("-XX:")
        ? flag.replaceFirst("^-XX:[+-]?", "").replaceFirst("=.*", "")
        : flag;
  }

  private static List<String> without(List<String> flags, Pattern which) {
    return flags.stream().filter(flag -> !which.matcher(flag).matches()).toList();
  }
}
