package dev.jitterlab.lab.workload;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A reference server and, where it needs one, its load generator, as its {@code workload.yaml}
 * describes them.
 *
 * @param name the name that experiments use; also the folder's name
 * @param description what it is, in one line
 * @param jar the jar with the server's main class, absolute; its manifest has the class path
 * @param server how to start the server
 * @param tickPackages the packages whose methods are on the tick's path; may be empty
 * @param load how to start the load generator; empty for a server that works by itself
 * @param ticks whether the server measures ticks
 * @param callsNative whether the server calls native code, of which later JVMs warn unless a flag
 *     allows it
 * @param fillsCpus whether the server keeps all CPUs busy on purpose, in every group
 */
public record Workload(
    String name,
    String description,
    Path jar,
    Program server,
    List<String> tickPackages,
    Optional<Load> load,
    boolean ticks,
    boolean callsNative,
    boolean fillsCpus) {

  /**
   * The load generator.
   *
   * @param jar the jar with its main class, absolute; its manifest has the class path
   * @param endpoint the name of the server's endpoint that it is pointed at
   * @param pauses whether it can load one server after the other, as it is told, and a server that
   *     it does not load rests
   * @param light up to how many arrivals a second it needs no optimising compiler; 0 if it always
   *     has one
   */
  public record Load(Path jar, Program program, String endpoint, boolean pauses, int light) {}

  /**
   * One of the workload's two programs.
   *
   * @param mainClass its main class
   * @param arguments what it is always given
   * @param options what an experiment may set, in the descriptor's order
   */
  public record Program(String mainClass, List<String> arguments, List<Option> options) {
    /** Copies the lists. */
    public Program {
      arguments = List.copyOf(arguments);
      options = List.copyOf(options);
    }

    /** The option of that name, where there is one. */
    public Optional<Option> option(String name) {
      return options.stream().filter(option -> option.name().equals(name)).findFirst();
    }

    /** The names of all options. */
    public List<String> optionNames() {
      return options.stream().map(Option::name).toList();
    }
  }

  /**
   * Something that an experiment may set; the program is given it as {@code --name=value}.
   *
   * @param defaultValue given where the experiment sets none; empty: then the option is not given
   * @param help what it does, in one line
   */
  public record Option(String name, OptionType type, Optional<String> defaultValue, String help) {}
}
