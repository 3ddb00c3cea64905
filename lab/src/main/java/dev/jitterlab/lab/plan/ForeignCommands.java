package dev.jitterlab.lab.plan;

import dev.jitterlab.lab.Problem.Place;
import dev.jitterlab.lab.collector.Attachment;
import dev.jitterlab.lab.collector.FlightRecording;
import dev.jitterlab.lab.collector.KnownCollectors;
import dev.jitterlab.lab.experiment.Experiment;
import dev.jitterlab.lab.faults.FaultSettings;
import dev.jitterlab.lab.jdk.Jdk;
import dev.jitterlab.lab.placeholder.StartPlaceholders;
import dev.jitterlab.lab.plan.Plan.Group;
import dev.jitterlab.lab.plan.Plan.Instance;
import dev.jitterlab.lab.run.RunDirectory;
import dev.jitterlab.lab.workload.Artifact;
import dev.jitterlab.lab.workload.ForeignServer;
import dev.jitterlab.lab.workload.ForeignServer.TickSource;
import dev.jitterlab.lab.yaml.Problems;
import dev.jitterlab.lab.yaml.YamlNode.Entry;
import dev.jitterlab.lab.yaml.YamlNode.Mapping;
import dev.jitterlab.lab.yaml.YamlNode.Scalar;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The command lines of a server that is none of Jitterlab's own, and of its loads. What is wrong
 * with them goes to the problems, with the place in the experiment file. For one thread.
 *
 * @param loadJdk what {@code ${java}} means in a load: one JDK for all groups, so that a difference
 *     between them is not the load's
 */
record ForeignCommands(
    ForeignServer server, Experiment experiment, Design design, Jdk loadJdk, Problems problems) {
  private static final String AGENT_PORT = "${port.agent}";

  /**
   * Without the fast clock, the times of events come from the system's clock. The fast one, which
   * is the default on x86, counts cycles and takes their rate from the CPU's name ("2.40GHz"). That
   * rate is a little wrong, and the drift of ticks would add it up.
   */
  private static final List<String> SYSTEM_CLOCK =
      List.of("-XX:+UnlockExperimentalVMOptions", "-XX:-UseFastUnorderedTimeStamps");

  /**
   * One instance.
   *
   * @param loadSeed the seed of its load
   * @param environment the environment variables that the group sets
   */
  Instance instance(Schedule.Slot slot, long loadSeed, Group group, Jdk jdk, Mapping environment) {
    Map<String, String> values = GroupValues.of(experiment.name(), design, group);
    values.put(GroupValues.INSTANCE, Integer.toString(slot.number()));
    putJdk(values, jdk);
    values.put("here", server.folder().toString());
    server.artifacts().forEach(a -> values.put("artifact." + a.name(), a.file().toString()));
    CommandFiller filler =
        new CommandFiller(
            group,
            values,
            jvmArguments(slot, group, jdk),
            name -> StartPlaceholders.isPort(name) || name.equals(StartPlaceholders.DIRECTORY),
            problems);
    List<String> command = command(filler, group, environment, jdk);
    boolean hasPort = filler.hasUsed(StartPlaceholders.PORT); // before the sign of readiness does
    checkUse(filler, group);
    checkTicks(group);
    Foreign foreign =
        new Foreign(
            jdk.java().toString(),
            server.readiness().sign(),
            ready(filler),
            "127.0.0.1:${port}",
            metrics(filler),
            server
                .ticks()
                .map(ticks -> new Foreign.Ticks(ticks.source(), ticks.name(), ticks.rateHz()))
                .orElse(null),
            load(group, values, loadSeed, hasPort),
            artifacts(),
            origins(),
            server.folder().toString());
    return new Instance(
        slot.group() + "/" + slot.number(), slot.group(), slot.number(), command, foreign);
  }

  private List<String> jvmArguments(Schedule.Slot slot, Group group, Jdk jdk) {
    List<String> arguments = new ArrayList<>(group.jvmArguments());
    InjectingAgent.argument(experiment.system(), slot, group).ifPresent(arguments::add);
    Set<String> provided =
        KnownCollectors.providedFiles(Attachment.SERVER, group.recording()).keySet();
    KnownCollectors.jvmArguments(Attachment.SERVER, jdk.feature(), group.recording()).stream()
        .map(argument -> withFilesFound(argument, provided))
        .forEach(arguments::add);
    if (ticksByEvent()) {
      arguments.addAll(SYSTEM_CLOCK);
    }
    server
        .agent()
        .ifPresent(
            jar ->
                arguments.add(
                    "-javaagent:" + jar + "=metrics-port=" + AGENT_PORT + ticks() + requests()));
    return arguments;
  }

  private boolean ticksByEvent() {
    return server.ticks().filter(ticks -> ticks.source() == TickSource.EVENT).isPresent();
  }

  /**
   * A script may change its working directory: a JVM without its settings, or a library that its
   * flags name, would not start.
   */
  private static String withFilesFound(String argument, Set<String> provided) {
    String found = argument;
    for (String file : provided) {
      found =
          found
              .replace("=" + file, "=${directory}/" + file)
              .replace(":./" + file, ":${directory}/" + file);
    }
    return found;
  }

  private String ticks() {
    return server
        .ticks()
        .filter(ticks -> ticks.source() == TickSource.METHOD)
        .map(
            ticks ->
                ",tick-log=%s,tick-method=%s,tick-rate=%s"
                    .formatted(
                        RunDirectory.TICKS,
                        ticks.name(),
                        BigDecimal.valueOf(ticks.rateHz()).stripTrailingZeros().toPlainString()))
        .orElse("");
  }

  private String requests() {
    return server
        .requests()
        .map(
            requests ->
                ",requests="
                    + requests.slow()
                    + requests.method().map(",request-method="::concat).orElse(""))
        .orElse("");
  }

  private List<String> command(CommandFiller filler, Group group, Mapping environment, Jdk jdk) {
    Map<String, String> variables = new LinkedHashMap<>();
    for (Entry entry : environment.entries()) {
      variables.put(entry.key(), filler.variable(entry.key(), (Scalar) entry.value()));
    }
    List<String> words = filler.words(server.command());
    Optional<String> path = Optional.ofNullable(variables.get("PATH"));
    List<String> command = new ArrayList<>(group.machine().prefix());
    if (!variables.isEmpty()) {
      command.add("/usr/bin/env");
      variables.forEach((name, value) -> command.add(name + "=" + value));
    }
    command.addAll(programs(path, jdk).located(words, server.places().get("server.command")));
    return List.copyOf(command);
  }

  private ProgramFiles programs(Optional<String> path, Jdk jdk) {
    return new ProgramFiles(
        server.folder(),
        path,
        Stream.concat(Stream.of(jdk.java()), server.artifacts().stream().map(Artifact::file))
            .collect(Collectors.toSet()),
        problems);
  }

  /**
   * A flag that reaches no JVM would be a difference between groups that is none. A load at a port
   * of which the server was not told would leave it idle.
   */
  private void checkUse(CommandFiller filler, Group group) {
    Place command = server.places().get("server.command");
    if (server.http().isPresent() && !filler.hasUsed(StartPlaceholders.PORT)) {
      problems.add(
          command,
          "the load goes to ${port}, but neither the command nor `environment` has ${port}: nothing"
              + " would listen there",
          "Put ${port} where the server takes its port, such as --port=${port}.");
    }
    if (!filler.hasUsed(CommandFiller.JVM_ARGUMENTS)) {
      String remedy = "Put '${jvm_arguments}' after '${java}', or into `environment`.";
      if (!group.jvmArguments().isEmpty()) {
        String what =
            "`jvm_arguments` of the group `%s` would have no effect".formatted(group.name());
        problems.add(command, what + ": the command has no ${jvm_arguments}", remedy);
      }
      if (server.agent().isPresent() || server.ticks().isPresent()) {
        String what = "the agent or the flight recording would be missing";
        problems.add(command, what + ": the command has no ${jvm_arguments}", remedy);
      }
      if (group.faults().filter(FaultSettings::needAgent).isPresent()) {
        String what =
            "the agent that injects the `faults` of the group `%s` would be missing"
                .formatted(group.name());
        problems.add(command, what + ": the command has no ${jvm_arguments}", remedy);
      }
    }
    if (group.properties().containsKey("jdk") && !filler.hasUsed("java", "java_home")) {
      String what =
          "`jdk` of the group `%s` would have no effect: the command has neither ${java} nor"
              + " ${java_home}";
      problems.add(
          command,
          what.formatted(group.name()),
          "Begin the command with '${java}', or set JAVA_HOME.");
    }
  }

  private void checkTicks(Group group) {
    if (ticksByEvent() && !group.recording().isOn(FlightRecording.NAME)) {
      String what =
          "the ticks of the group `%s` are events of the flight recording, which its `recording`"
              + " turns off";
      problems.add(
          server.places().get("server.command"),
          what.formatted(group.name()),
          "Remove `%s: false`.".formatted(FlightRecording.NAME));
    }
  }

  private String ready(CommandFiller filler) {
    Scalar text = server.readiness().text();
    String filled = filler.text(text);
    ReadinessTexts.check(server.readiness().sign(), text, filled, problems);
    return filled;
  }

  private List<String> metrics(CommandFiller filler) {
    List<String> addresses = new ArrayList<>();
    server
        .metrics()
        .ifPresent(
            address -> {
              String filled = filler.text(address);
              ReadinessTexts.requireAddress("metrics", address, filled, problems);
              addresses.add(filled);
            });
    server.agent().ifPresent(_ -> addresses.add("http://127.0.0.1:" + AGENT_PORT + "/metrics"));
    return List.copyOf(addresses);
  }

  private static void putJdk(Map<String, String> values, Jdk jdk) {
    values.put("java", jdk.java().toString());
    values.put("java_home", jdk.home().toString());
  }

  /**
   * The command of its load.
   *
   * @param serverHasPort whether the server was told {@code ${port}}
   */
  private List<String> load(
      Group group, Map<String, String> values, long seed, boolean serverHasPort) {
    if (server.load().isEmpty()) {
      return List.of();
    }
    Map<String, String> ofLoad = new LinkedHashMap<>(values);
    putJdk(ofLoad, loadJdk);
    ofLoad.put("seed", Long.toString(seed));
    // Rounded up: the lab ends a command that runs longer; one that ends early leaves only bounds.
    long seconds = Math.ceilDiv(Math.round(1_000 * experiment.timing().loadSeconds()), 1_000L);
    ofLoad.put("seconds", Long.toString(seconds));
    CommandFiller filler =
        new CommandFiller(
            group,
            ofLoad,
            List.of(),
            name ->
                StartPlaceholders.isPort(name)
                    || name.equals(StartPlaceholders.DIRECTORY)
                    || name.equals(StartPlaceholders.TARGET),
            problems);
    Place command = server.places().get("load.command");
    List<String> words = filler.words(server.load());
    if (!serverHasPort && filler.hasUsed(StartPlaceholders.TARGET, StartPlaceholders.PORT)) {
      problems.add(
          command,
          "the load goes to ${target} or ${port}, but neither the server's command nor"
              + " `environment` has ${port}: nothing would listen there",
          "Put ${port} where the server takes its port, such as --port=${port}. Or write the port"
              + " that it always has into the load's command.");
    }
    return programs(Optional.empty(), loadJdk).located(words, command);
  }

  private Map<String, String> artifacts() {
    Map<String, String> artifacts = new TreeMap<>();
    server.artifacts().forEach(a -> artifacts.put(a.coordinates(), a.file().toString()));
    return artifacts;
  }

  private Map<String, String> origins() {
    Map<String, String> origins = new TreeMap<>();
    server.places().forEach((key, place) -> origins.put(key, place.brief()));
    return origins;
  }
}
