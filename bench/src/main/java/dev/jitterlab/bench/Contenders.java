package dev.jitterlab.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * Who contends in a bench: cyclictest first, then the schedulers, each in its own way or in those
 * that the user asks for; where SCHED_FIFO is asked for, that the compilers give way, or ZGC, some
 * of them once more so.
 *
 * @param notes is told what was left out, and how to get it
 */
record Contenders(BenchChoice choice, BenchTools tools, List<String> notes) {
  private static final List<String> WAYS = List.of("park", "park-spin", "spin");

  /**
   * Finds them.
   *
   * @throws dev.jitterlab.lab.LabException if a name is unknown, or SCHED_FIFO is refused
   */
  List<Contender> all() {
    List<String> schedulers = schedulers();
    KnownNames.require(choice.waiting(), WAYS, "--waiting");
    List<Policy> policies = new ArrayList<>(List.of(Policy.OTHER));
    choice.fifoPriority().ifPresent(priority -> policies.add(Policy.fifo(priority)));
    choice.fifoPriority().ifPresent(tools.server()::requireFifo);
    List<Contender> all = new ArrayList<>();
    tools
        .cyclictest()
        .ifPresentOrElse(
            program ->
                policies.forEach(
                    policy -> all.add(new CyclictestContender(program, policy, tools.time()))),
            () ->
                notes.add(
                    "cyclictest is not on the PATH: there is no control, and no ratio to it. "
                        + tools.remedy("rt-tests")));
    for (String scheduler : schedulers) {
      switch (scheduler) {
        case ServerContender.CHOOSABLE -> {
          for (Policy policy : inJvms(policies)) {
            all.addAll(inWays(policy));
            if (choice.pinned()) {
              all.addAll(inWays(policy.withPinned(true)));
            }
          }
        }
        case "scheduled-pool" ->
            inJvms(policies)
                .forEach(policy -> all.add(ServerContender.of(scheduler, policy, tools)));
        case ServerContender.C_LOOP ->
            policies.forEach(policy -> all.add(ServerContender.cLoop(policy, tools)));
        default -> all.add(ServerContender.of(scheduler, Policy.OTHER, tools));
      }
    }
    return all;
  }

  /** Each policy, once more if the compilers are to give way, and once more with ZGC. */
  private List<Policy> inJvms(List<Policy> policies) {
    List<Policy> all = new ArrayList<>(policies);
    if (choice.compilerNice().isPresent()) {
      policies.forEach(policy -> all.add(policy.withCompilerNice(choice.compilerNice())));
    }
    if (choice.zgc()) {
      policies.forEach(policy -> all.add(policy.withZgc(true)));
    }
    return all;
  }

  /** The schedulers to run; the loop in C only when named, because cyclictest has the same loop. */
  private List<String> schedulers() {
    List<String> ofTheLibrary = tools.server().schedulers();
    List<String> known = new ArrayList<>(ofTheLibrary);
    known.add(ServerContender.C_LOOP);
    known.add(CyclictestContender.NAME);
    KnownNames.require(choice.schedulers(), known, "--schedulers");
    List<String> asked = choice.schedulers().isEmpty() ? ofTheLibrary : choice.schedulers();
    return asked.stream()
        .distinct()
        .filter(name -> !name.equals(CyclictestContender.NAME))
        .toList();
  }

  private List<ServerContender> inWays(Policy policy) {
    String scheduler = ServerContender.CHOOSABLE;
    if (choice.waiting().isEmpty()) {
      return List.of(ServerContender.of(scheduler, policy, tools));
    }
    return choice.waiting().stream()
        .distinct()
        .map(way -> ServerContender.waiting(scheduler, way, policy, tools))
        .toList();
  }
}
