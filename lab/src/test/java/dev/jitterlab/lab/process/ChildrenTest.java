package dev.jitterlab.lab.process;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jitterlab.lab.SearchPath;
import dev.jitterlab.lab.run.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ChildrenTest {
  @TempDir private Path folder;

  private Process start(Children children, String... command) throws IOException {
    return children.start("pool/1", List.of(command), folder, folder.resolve("output"), false);
  }

  @Test
  void everyProcessSaysWhoseItIs() throws Exception {
    try (Children children = new Children(new ProcFiles(Path.of("/proc")))) {
      assertEquals(0, start(children, "env").waitFor());
    }

    List<String> variables = Files.readAllLines(folder.resolve("output"));
    assertTrue(
        variables.stream().anyMatch(line -> line.matches("JITTERLAB_OWNER=[0-9a-f-]{36}")),
        "no JITTERLAB_OWNER");
  }

  /** What a server starts with a double fork, in a session of its own: init becomes its parent. */
  @Test
  void aHelperThatTheServerLeavesBehindIsTheRuns() throws Exception {
    assumeTrue(SearchPath.find("setsid", System.getenv()).isPresent(), "needs `command -v setsid`");
    ProcFiles proc = new ProcFiles(Path.of("/proc"));
    Path helper = folder.resolve("helper");
    try (Children children = new Children(proc)) {
      String work = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; ";
      String script = work + "echo $$ > part; mv part helper; sleep 600";
      Process server = start(children, "sh", "-c", "setsid sh -c '" + script + "' &");
      long startTicks = proc.startTicks(server.pid()).orElse(-1);
      server.waitFor();
      while (!Files.exists(helper)) {
        Thread.sleep(10);
      }
      long pid = Long.parseLong(Files.readString(helper).strip());
      try {
        List<Sample> samples = new ArrayList<>();
        new SessionSampler(proc, children.owner())
            .sample(
                3, Map.of(server.pid(), new SessionSampler.Origin("pool/1", startTicks)), samples);

        assertTrue(
            samples.stream()
                .filter(sample -> sample.source().equals("pool/1"))
                .anyMatch(sample -> sample.value() > 0),
            samples.toString());
        assertTrue(
            samples.stream().noneMatch(one -> one.labels().contains("pid=\"" + pid + '"')),
            samples.toString());
      } finally {
        ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
      }
    }
  }

  /** It had been found among the server's children, which come and go. */
  @Test
  void aSignalToAServerDoesNotFailForAChildThatHasJustEnded() throws Exception {
    try (Children children = new Children(new ProcFiles(Path.of("/proc")))) {
      Process child = start(children, "true");
      child.waitFor();
      Process server = start(children, "sleep", "600");
      assertDoesNotThrow(() -> LocalProcess.signal("-STOP", server, List.of(child.pid())));
      assertDoesNotThrow(() -> LocalProcess.signal("-CONT", server, List.of(child.pid())));
      server.toHandle().destroy();
      assertEquals(143, server.waitFor());
    }
  }

  /** The thread of a run goes on for a moment while a signal ends the lab. */
  @Test
  void startsNothingOnceItHasKilledAll() throws Exception {
    try (Children children = new Children(new ProcFiles(Path.of("/proc")))) {
      Process earlier = start(children, "sleep", "600");
      children.killAll();

      earlier.waitFor();
      assertThrows(IOException.class, () -> start(children, "touch", "started"));
    }
    assertFalse(Files.exists(folder.resolve("started")));
  }
}
