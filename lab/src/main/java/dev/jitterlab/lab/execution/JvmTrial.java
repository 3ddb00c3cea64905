package dev.jitterlab.lab.execution;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.FileTree;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Problem;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.host.Host;
import dev.jitterlab.lab.host.HostProcess;
import dev.jitterlab.lab.host.Launch;
import dev.jitterlab.lab.host.OutputFile;
import dev.jitterlab.lab.host.Readiness;
import dev.jitterlab.lab.host.Symptom;
import dev.jitterlab.lab.placeholder.Placeholders;
import dev.jitterlab.lab.plan.Plan;
import dev.jitterlab.lab.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Tries every JVM of a plan, with its flags, before anything is started: {@code java <flags>
 * -version}. A refused flag is an error in the experiment, and found in a second here instead of
 * after the first blocks.
 *
 * <p>Two JVMs are tried at once. One that is refused meanwhile is tried once more by itself: flags
 * can name a port, such as that of JMX or of a debugger, and only one JVM at a time can have it.
 *
 * @param scratch a folder that does not exist; it is made, and deleted at the end, because flags
 *     may make the JVM write files
 */
record JvmTrial(Host host, Time time, Path scratch) {
  private static final int AT_ONCE = 2;
  private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(30);
  private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(10);

  /** A JVM that is tried once for all groups that use it. */
  private record Jvm(List<String> java, List<String> arguments) {}

  private record Answer(int exitCode, String output) {}

  /**
   * Tries them.
   *
   * @return each group's JDK, as the experiment names it, to what it says of itself
   * @throws LabException if a JVM refuses, with one problem for each; for now, if each of them
   *     lacks only what it may have later, such as memory
   */
  Map<String, String> run(Plan plan) throws IOException, InterruptedException {
    Map<Jvm, Plan.Group> jvms = new LinkedHashMap<>();
    plan.instances()
        .forEach(
            instance -> {
              Plan.Group group = plan.group(instance.group());
              jvms.putIfAbsent(new Jvm(java(instance), tried(group)), group);
            });
    Map<Jvm, Answer> answers = ask(List.copyOf(jvms.keySet()));
    List<Problem> problems = new ArrayList<>();
    Map<String, String> versions = new LinkedHashMap<>();
    jvms.forEach(
        (jvm, group) -> {
          Answer answer = answers.get(jvm);
          if (answer.exitCode() == 0) {
            versions.put(group.jdk(), version(answer.output()));
          } else {
            problems.add(refused(group, answer));
          }
        });
    if (!problems.isEmpty()) {
      throw new LabException(status(answers.values()), problems);
    }
    return versions;
  }

  /** What passes by itself is no fault of the experiment, or of a run that is to be resumed. */
  private static ExitCode status(Collection<Answer> answers) {
    boolean passes =
        answers.stream()
            .filter(answer -> answer.exitCode() != 0)
            .allMatch(answer -> Symptom.in(answer.output()).filter(Symptom::passing).isPresent());
    return passes ? ExitCode.NOT_NOW : ExitCode.WRONG_EXPERIMENT;
  }

  /** Without those that have a placeholder, which is filled in with the command only. */
  private static List<String> tried(Plan.Group group) {
    return group.jvmArguments().stream()
        .filter(argument -> Placeholders.in(argument).isEmpty())
        .toList();
  }

  private Map<Jvm, Answer> ask(List<Jvm> jvms) throws IOException, InterruptedException {
    List<Callable<Answer>> trials = new ArrayList<>();
    for (Jvm jvm : jvms) {
      Path folder = scratch.resolve(Integer.toString(trials.size()));
      trials.add(() -> ask(jvm, folder));
    }
    try (ExecutorService executor = Executors.newFixedThreadPool(AT_ONCE)) {
      List<Future<Answer>> futures = executor.invokeAll(trials);
      Map<Jvm, Answer> answers = new LinkedHashMap<>();
      for (int i = 0; i < jvms.size(); i++) {
        Answer answer = futures.get(i).get();
        boolean isTriedAgain = answer.exitCode() != 0 && jvms.size() > 1;
        answers.put(
            jvms.get(i),
            isTriedAgain ? ask(jvms.get(i), scratch.resolve(i + "-by-itself")) : answer);
      }
      return answers;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException io) {
        throw io;
      }
      throw new IllegalStateException(e.getCause());
    } finally {
      FileTree.delete(scratch);
    }
  }

  private Answer ask(Jvm jvm, Path folder) throws IOException, InterruptedException {
    Files.createDirectories(folder);
    List<String> command = new ArrayList<>(jvm.java());
    command.addAll(jvm.arguments());
    command.add("-version");
    HostProcess process =
        host.start(Launch.foreign("jvm", 0, command, folder, new Readiness.Started(), true));
    long deadlineNs = time.nanoTime() + TIMEOUT_NS;
    while (process.isAlive()) {
      if (time.nanoTime() - deadlineNs >= 0) {
        process.kill();
      }
      time.sleepUntil(time.nanoTime() + LOOK_NS);
    }
    process.fetchFiles();
    String output = new OutputFile(RunDirectory.stdout(folder)).tail();
    return new Answer(process.exitStatus(), output);
  }

  /** The beginning of a command line, up to the JVM: {@code env NAME=value} may stand before it. */
  private static List<String> java(Plan.Instance instance) {
    if (instance.foreign() != null) {
      return List.of(instance.foreign().java());
    }
    List<String> command = instance.command();
    for (int i = 0; i < command.size(); i++) {
      boolean isVariable = command.get(i).contains("=");
      if (!isVariable && Path.of(command.get(i)).endsWith("java")) {
        return command.subList(0, i + 1);
      }
    }
    return command.subList(0, 1);
  }

  private static Problem refused(Plan.Group group, Answer answer) {
    String where = FlagOrigin.find(group, answer.output()).orElse("group " + group.name());
    String what =
        "the JVM of group '" + group.name() + "' (JDK " + group.jdk() + ") does not start";
    return Symptom.in(answer.output())
        .map(symptom -> Problem.in(where, what + ": " + symptom.cause(), symptom.remedy()))
        .orElseGet(() -> Problem.in(where, what, "Correct the group's jvm_arguments."))
        .withDetails(answer.output());
  }

  /** The lines that say which JDK it is, without what other flags make it print. */
  private static String version(String output) {
    return String.join(
        ", ",
        output
            .lines()
            .filter(line -> line.contains(" version \"") || line.contains("Runtime Environment"))
            .toList());
  }
}
