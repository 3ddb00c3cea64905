package dev.jitterlab.bench.idioms;

import dev.jitterlab.bench.KnownNames;
import java.util.List;
import java.util.stream.Stream;

/**
 * Something that Java programs do in several ways, and what it costs each way. Immutable.
 *
 * @param name on the command line and in results
 * @param question what it is about, in a few words
 * @param unit what the cases count: {@link #SIZE}, {@link #THREADS}, or empty for the one case 1
 * @param cases the sizes, or the numbers of threads
 * @param contenders the ways; the first is the one that the others are compared with
 */
public record Idiom(
    String name, String question, String unit, List<Integer> cases, List<Way> contenders) {
  /** The cases are sizes: elements of an array. */
  public static final String SIZE = "size";

  /** The cases are numbers of threads. */
  public static final String THREADS = "threads";

  private static final String COPY_CALLED = "-XX:DisableIntrinsic=_arraycopy";
  private static final String DIAGNOSTIC = "-XX:+UnlockDiagnosticVMOptions";
  private static final List<Integer> ONE = List.of(1);

  /** All, in the order of the table. */
  public static final List<Idiom> ALL =
      List.of(
          new Idiom(
              "copy",
              "System.arraycopy of chars: compiled into the caller, or a call of the JVM's routine",
              SIZE,
              List.of(1, 5, 10, 100, 1_000),
              List.of(
                  new Way("call", "CharCopyIdiom.arraycopy", DIAGNOSTIC, COPY_CALLED),
                  new Way("inlined", "CharCopyIdiom.arraycopy"))),
          new Idiom(
              "copy-by-hand",
              "a loop that copies chars, instead of System.arraycopy",
              SIZE,
              List.of(10, 1_000),
              List.of(
                  new Way("arraycopy", "CharCopyIdiom.arraycopy"),
                  new Way("loop", "CharCopyIdiom.loop"))),
          new Idiom(
              "fill",
              "a loop that fills bytes: one by one, recognised as a fill, and as this JDK does it",
              SIZE,
              List.of(10, 100, 1_920, 10_000),
              List.of(
                  new Way("plain", "ByteFillIdiom.loop", "-XX:-OptimizeFill", "-XX:-UseSuperWord"),
                  new Way(
                      "recognised", "ByteFillIdiom.loop", "-XX:+OptimizeFill", "-XX:-UseSuperWord"),
                  new Way("default", "ByteFillIdiom.loop"))),
          new Idiom(
              "random",
              "random numbers: a shared seed under a monitor or by compare-and-swap, or one's own",
              THREADS,
              List.of(1, 2, 4),
              List.of(
                  new Way("synchronized", "SharedRandomIdiom.synchronizedSeed"),
                  new Way("atomic", "SharedRandomIdiom.atomicSeed"),
                  new Way("thread-local", "OwnRandomIdiom.threadLocal"),
                  new Way("splittable", "OwnRandomIdiom.splittable"))),
          new Idiom(
              "compiler",
              "a request taken apart and answered: compiled by both compilers, by one, by none",
              "",
              ONE,
              List.of(
                  new Way("compiled", "TextWorkIdiom.answer"),
                  new Way("c1-only", "TextWorkIdiom.answer", "-XX:TieredStopAtLevel=1"),
                  new Way("interpreted", "TextWorkIdiom.answer", "-Xint"))),
          new Idiom(
              "strings",
              "a text of seven parts: +, StringBuilder, StringBuffer, String.format",
              "",
              ONE,
              List.of(
                  new Way("plus", "StringIdiom.plus"),
                  new Way("builder", "StringIdiom.builder"),
                  new Way("buffer", "StringIdiom.buffer"),
                  new Way("format", "StringIdiom.format"))),
          new Idiom(
              "string-loop",
              "a text of a hundred parts in a loop: += or StringBuilder",
              "",
              ONE,
              List.of(
                  new Way("plus", "StringIdiom.loopPlus"),
                  new Way("builder", "StringIdiom.loopBuilder"))),
          new Idiom(
              "exceptions",
              "a failure through ten frames: a new exception, one without trace, a shared one, a"
                  + " code",
              "",
              ONE,
              List.of(
                  new Way("thrown", "ExceptionIdiom.thrown"),
                  new Way("without-trace", "ExceptionIdiom.withoutTrace"),
                  new Way("shared", "ExceptionIdiom.shared"),
                  new Way("code", "ExceptionIdiom.returned"))),
          new Idiom(
              "boxing",
              "a sum of a thousand: ints, Integers, and a boxed sum",
              "",
              ONE,
              List.of(
                  new Way("primitive", "BoxingIdiom.primitive"),
                  new Way("unboxed", "BoxingIdiom.unboxed"),
                  new Way("boxed-sum", "BoxingIdiom.boxedSum"))),
          new Idiom(
              "locks",
              "adding one under a lock that nobody else wants",
              "",
              ONE,
              List.of(
                  new Way("reentrant", "MonitorIdiom.unfair"),
                  new Way("monitor", "MonitorIdiom.monitor"),
                  new Way("fair", "MonitorIdiom.fair"),
                  new Way("bounded", "MonitorIdiom.bounded"),
                  new Way("adaptive", "MonitorIdiom.adaptive"),
                  new Way("none", "MonitorIdiom.none"))),
          new Idiom(
              "monitors",
              "adding one in a monitor that nobody else wants: before and after one contention",
              "",
              ONE,
              List.of(
                  new Way("uncontended", "MonitorIdiom.monitor"),
                  new Way("contended-once", "MonitorIdiom.contendedOnce"))),
          new Idiom(
              "calls",
              "64 calls of an interface: receivers of one, two, eight classes, and a switch"
                  + " instead",
              "",
              ONE,
              List.of(
                  new Way("one", "CallIdiom.one"),
                  new Way("two", "CallIdiom.two"),
                  new Way("eight", "CallIdiom.eight"),
                  new Way("switch", "CallIdiom.byNumber"))),
          new Idiom(
              "pool",
              "a message of 256 bytes: a new one each time, or one from a pool",
              "",
              ONE,
              List.of(
                  new Way("new", "PoolIdiom.allocated"), new Way("pooled", "PoolIdiom.pooled"))));

  /** An empty benchmark: the floor, measured on every JDK in every round. */
  static final Idiom NOTHING =
      new Idiom(
          "nothing",
          "an empty benchmark",
          "",
          ONE,
          List.of(new Way("nothing", "NothingIdiom.nothing")));

  /**
   * One way.
   *
   * @param name in results
   * @param benchmark the class and the method, with a dot between them
   * @param flags of the JVM, in addition to those of all
   */
  public record Way(String name, String benchmark, List<String> flags) {
    Way(String name, String benchmark, String... flags) {
      this(name, benchmark, List.of(flags));
    }

    /** Whether the JIT takes part at all. */
    boolean isCompiled() {
      return !flags.contains("-Xint");
    }
  }

  /** The way that the others are compared with. */
  public Way baseline() {
    return contenders.getFirst();
  }

  /** With its first and its last case only. */
  Idiom shortened() {
    return new Idiom(
        name,
        question,
        unit,
        Stream.of(cases.getFirst(), cases.getLast()).distinct().toList(),
        contenders);
  }

  /** The idioms of these names, or all where none is named. */
  static List<Idiom> named(List<String> names) {
    return names.isEmpty() ? ALL : KnownNames.chosen(names, ALL, Idiom::name, "--idioms");
  }

  /** How a case is named in results: {@code copy.10}; an idiom of one case has its own name. */
  public String caseName(int number) {
    return unit.isEmpty() ? name : name + "." + number;
  }
}
