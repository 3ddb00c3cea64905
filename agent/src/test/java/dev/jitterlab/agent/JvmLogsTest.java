package dev.jitterlab.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JvmLogsTest {
  @TempDir Path folder;

  private static String find(String tag, String... flags) {
    return JvmLogs.find(List.of(flags), tag, 42).map(Path::toString).orElse("none");
  }

  @Test
  void findsTheFilesThatTheFlagsName() {
    String[] flags = {
      "-Xmx1g",
      "-Xlog:class+load",
      "-Xlog:gc:stdout",
      "-Xlog:gc*,safepoint:file=logs/gc-%p.log:time,uptime:filecount=0",
      "-Xlog:jit+compilation=debug:jit.log:timemillis"
    };
    assertEquals("logs/gc-42.log", find("gc", flags));
    assertEquals("jit.log", find("jit", flags));
    assertEquals("none", find("gc", "-Xlog:gc"));
    assertEquals("none", find("gc", "-Xlog:gcc:file=x"));
    assertEquals("/a b/gc.log", find("gc", "-Xlog:gc=debug:file=\"/a b/gc.log\":time"));
    assertEquals(Optional.empty(), JvmLogs.find(List.of(), "gc", 42));
  }

  @Test
  void copiesWholeLinesOfTheEnd() throws IOException {
    Path log = Files.writeString(folder.resolve("gc.log"), "first\nsecond\nthird\n");
    Path end = folder.resolve("end.log");
    JvmLogs.copyEnd(log, end, 10);
    assertEquals("third\n", Files.readString(end));
    JvmLogs.copyEnd(log, end, 1_000);
    assertEquals("first\nsecond\nthird\n", Files.readString(end));
  }
}
