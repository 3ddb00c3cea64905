package dev.jitterlab.lab.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.jitterlab.lab.ExitCode;
import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.Time;
import dev.jitterlab.lab.host.FakeHost;
import dev.jitterlab.lab.plan.Plan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JvmTrialTest {
  @TempDir private Path temporary;

  private static Plan.Instance instance(int number, String java) {
    String group = ScriptedPlans.GROUP;
    return new Plan.Instance(group + "/" + number, group, number, List.of(java), null);
  }

  /** A plan of two JVMs. */
  private static Plan plan() {
    Plan one = ScriptedPlans.withoutLoad();
    return new Plan(
        one.subject(),
        one.design(),
        one.timing(),
        one.analysis(),
        one.groups(),
        List.of(
            new Plan.Block(
                1, List.of(instance(1, "/a/bin/java"), instance(2, "/b/bin/java")), null)),
        one.selection(),
        one.templates(),
        one.safeguards());
  }

  /** Such as that of JMX in the flags of all groups, whose servers run one after the other. */
  @Test
  void twoJvmsThatWantOnePortAreNotRefusedForIt() throws Exception {
    FakeHost host = new FakeHost(Time.system());
    host.jvmsWantOnePort = true;
    Path scratch = temporary.resolve("scratch");

    assertEquals(Set.of("25"), new JvmTrial(host, Time.system(), scratch).run(plan()).keySet());
    assertEquals(3, Collections.frequency(host.events, "start jvm"), "one of them by itself");
    assertFalse(Files.exists(scratch));
  }

  /** A campaign would set aside what an interrupted run had measured. */
  @Test
  void whatAJvmLacksForNowIsNoFaultOfTheExperiment() {
    assertEquals(
        ExitCode.NOT_NOW,
        refusal(
            "Error occurred during initialization of VM\n"
                + "Could not reserve enough space for 3145728KB object heap\n"));
    assertEquals(ExitCode.WRONG_EXPERIMENT, refusal("Unrecognized VM option 'UseNoGC'\n"));
  }

  private ExitCode refusal(String said) {
    FakeHost host = new FakeHost(Time.system());
    host.jvmRefusal = said;
    JvmTrial trial = new JvmTrial(host, Time.system(), temporary.resolve("scratch"));
    return assertThrows(LabException.class, () -> trial.run(plan())).exitCode();
  }
}
