package dev.jitterlab.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.collector.RecordingSettings;
import dev.jitterlab.lab.machine.MachineSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MachineReaderTest {
  @TempDir private Path folder;

  private List<String> problems(String machine) {
    return ExperimentText.problems(folder, "defaults: {machine: " + machine + "}");
  }

  @Test
  void takesEveryKey() {
    String all =
        """
        {cpus: '0,2-3', cpu_limit: 1.5, memory_limit: 512m, nice: -5, scheduling: 'fifo:10',
         isolated: true, governor: performance, mitigations: off, transparent_hugepages: never}""";
    assertEquals(List.of(), problems(all));
    for (String key : MachineSettings.KEYS) {
      assertTrue(all.contains(key + ": "), key);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{cpus: 2-1} | `cpus`: expected numbers of CPUs",
        "{cpus: [0, 1]} | `cpus`: expected numbers of CPUs",
        "{cpu_limit: 0} | `cpu_limit`: expected a number of CPUs",
        "{cpu_limit: 50%} | `cpu_limit`: expected a number of CPUs",
        "{memory_limit: 512} | `memory_limit`: expected a size of at least 16m",
        "{memory_limit: 1m} | `memory_limit`: expected a size of at least 16m",
        "{nice: 20} | `nice`: expected a whole number from -20 to 19",
        "{scheduling: fifo} | `scheduling`: expected fifo:1 to fifo:99",
        "{isolated: 1} | `isolated`: expected true or false",
        "{governor: 'a b'} | `governor`: expected the name",
        "{mitigations: on} | `mitigations`: expected one of: off, auto",
        "{transparent_hugepages: yes} | `transparent_hugepages`: expected one of",
        "{cpu: 1} | unknown key `cpu`",
        "fast | `machine`: expected a mapping"
      })
  void saysWhatIsWrong(String machine, String what) {
    List<String> problems = problems(machine);
    assertEquals(1, problems.size(), problems.toString());
    assertTrue(problems.getFirst().contains(what), problems.getFirst());
  }

  @Test
  void recordingIsSwitchedByTrueAndFalse() {
    assertEquals(List.of(), ExperimentText.problems(folder, "defaults: {recording: {jfr: false}}"));
    String wrong =
        ExperimentText.problems(folder, "defaults: {recording: {jfr: off, gclog: false}}")
            .toString();
    assertTrue(wrong.contains("`jfr`: expected true or false, found the text `off`"), wrong);
    assertTrue(wrong.contains("unknown key `gclog`"), wrong);
    assertTrue(wrong.contains("did you mean `gc_log`?"), wrong);
    assertTrue(RecordingSettings.of(Map.of()).isWhole());
  }

  @Test
  void whatRecordingCannotSwitchIsNamedWithTheReason() {
    List<String> wrong =
        ExperimentText.problems(folder, "defaults: {recording: {tick_log: false, control: false}}");
    assertEquals(2, wrong.size(), wrong.toString());
    assertTrue(
        wrong.getFirst().contains("`recording` does not switch `tick_log`"), wrong::toString);
    assertTrue(wrong.getLast().contains("does not switch `control`"), wrong::toString);
  }
}
