package dev.jitterlab.lab.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcFilesTest {
  @TempDir private Path proc;
  private final List<Sample> samples = new ArrayList<>();

  @Test
  void givesTheCpuTimeOfEachCoreWithIowaitAsIdle() throws Exception {
    Files.writeString(
        proc.resolve("stat"),
        """
        cpu  200 0 0 0 0 0 0 0 0 0
        cpu0 101 2 30 400 50 6 7 8 9 10
        cpu11 1 0 0 0 0 0 0 0 0 0
        intr 5
        """);
    new ProcFiles(proc).sampleMachine(3, samples);

    assertEquals(14, samples.size());
    String metric = "lab_machine_cpu_seconds_total";
    assertEquals(
        List.of(
            new Sample(3, "machine", metric, "cpu=\"0\",state=\"user\"", 1.01),
            new Sample(3, "machine", metric, "cpu=\"0\",state=\"nice\"", 0.02),
            new Sample(3, "machine", metric, "cpu=\"0\",state=\"system\"", 0.3),
            new Sample(3, "machine", metric, "cpu=\"0\",state=\"idle\"", 4.5),
            new Sample(3, "machine", metric, "cpu=\"0\",state=\"irq\"", 0.06),
            new Sample(3, "machine", metric, "cpu=\"0\",state=\"softirq\"", 0.07),
            new Sample(3, "machine", metric, "cpu=\"0\",state=\"steal\"", 0.08)),
        samples.subList(0, 7));
    assertEquals("cpu=\"11\",state=\"user\"", samples.get(7).labels());
  }

  @Test
  void readsAProcessWhoseNameHasBlanksAndBrackets() throws Exception {
    Path process = Files.createDirectories(proc.resolve("42"));
    Files.writeString(
        process.resolve("stat"),
        "42 (a ) b (c)) S 1 42 42 0 -1 4194304 1 0 0 0 150 25 9 9 20 0 1 0 987654 1 2 3\n");
    Files.writeString(process.resolve("status"), "Name:\ta\nVmRSS:\t    2048 kB\n");
    ProcFiles files = new ProcFiles(proc);
    files.sampleProcess(3, "pool/1", 42, false, samples);

    assertEquals(
        List.of(
            new Sample(3, "pool/1", "lab_process_cpu_seconds_total", "", 1.75),
            new Sample(3, "pool/1", "lab_process_resident_bytes", "", 2048 * 1024)),
        samples);
    assertEquals(OptionalLong.of(987654), files.startTicks(42));
  }

  @Test
  void addsUpWhatAScriptAndItsChildrenUse() throws Exception {
    process(1, "0 1 30 7", 100, "1", "2 3 ");
    process(2, "200 50 0 0", 1000, "2", "");
    process(3, "10 0 0 0", 10, "3", "4");
    process(4, "1 0 0 0", 1, "4", "");
    new ProcFiles(proc).sampleProcess(3, "pool/1", 1, true, samples);

    assertEquals(2, samples.size());
    assertEquals("lab_process_cpu_seconds_total", samples.get(0).metric());
    assertEquals(2.99, samples.get(0).value(), 1e-9);
    assertEquals(
        new Sample(3, "pool/1", "lab_process_resident_bytes", "", 1111 * 1024), samples.get(1));
  }

  private void process(int pid, String ticks, int kibibytes, String thread, String children)
      throws IOException {
    Path process = Files.createDirectories(proc.resolve(Integer.toString(pid)));
    Files.writeString(
        process.resolve("stat"), pid + " (sh) S 1 4 4 0 -1 4 1 0 0 0 " + ticks + " 20 0 1 0 9 1\n");
    Files.writeString(process.resolve("status"), "VmRSS:\t" + kibibytes + " kB\n");
    Path task = Files.createDirectories(process.resolve("task").resolve(thread));
    Files.writeString(task.resolve("children"), children);
  }

  @Test
  void readsWhatAProcessUsedBetweenTwoLooks() throws Exception {
    Path process = Files.createDirectories(proc.resolve("42"));
    ProcFiles files = new ProcFiles(proc);
    writeUsage(process, 150, Map.of("42", "3 1", "43", "100 50"));
    ProcessUsage before = files.usage(42).orElseThrow();
    Files.delete(process.resolve("task/43/status"));
    Files.delete(process.resolve("task/43"));
    writeUsage(process, 175, Map.of("42", "13 2", "44", "5 2"));
    ProcessUsage after = files.usage(42).orElseThrow();

    assertEquals(0.25, after.cpuSecondsSince(before), 1e-9);
    assertEquals(10 + 1 + 5 + 2, after.contextSwitchesSince(before));
  }

  private static void writeUsage(Path process, int userTicks, Map<String, String> switches)
      throws IOException {
    Files.writeString(
        process.resolve("stat"),
        "42 (java) S 1 42 42 0 -1 4194304 1 0 0 0 " + userTicks + " 25 9 9 20 0 1 0 9 1 2 3\n");
    for (Map.Entry<String, String> thread : switches.entrySet()) {
      String[] counts = thread.getValue().split(" ", -1);
      Files.writeString(
          Files.createDirectories(process.resolve("task").resolve(thread.getKey()))
              .resolve("status"),
          "Name:\tjava\nvoluntary_ctxt_switches:\t%s\nnonvoluntary_ctxt_switches:\t%s\n"
              .formatted(counts[0], counts[1]));
    }
  }

  @Test
  void saysNothingOfAProcessThatIsGone() {
    ProcFiles files = new ProcFiles(proc);
    files.sampleProcess(3, "pool/1", 42, false, samples);
    files.sampleMachine(3, samples);

    assertTrue(samples.isEmpty());
    assertEquals(OptionalLong.empty(), files.startTicks(42));
  }
}
