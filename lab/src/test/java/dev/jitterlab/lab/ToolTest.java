package dev.jitterlab.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolTest {
  private static final List<String> WHERE = List.of("/bin/pwd", "-P");

  @TempDir private Path folder;

  @Test
  void runsWhereItIsToldTo() throws IOException {
    Tool.Result there = Tool.run(WHERE, Map.of(), Duration.ofMinutes(1), folder);
    assertEquals(new Tool.Result(0, folder.toRealPath() + "\n"), there);

    Tool.Result here = Tool.run(WHERE, Map.of(), Duration.ofMinutes(1));
    assertEquals(new Tool.Result(0, Path.of("").toRealPath() + "\n"), here);
  }
}
