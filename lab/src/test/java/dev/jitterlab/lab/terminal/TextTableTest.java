package dev.jitterlab.lab.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {
  private static final Terminal NARROW = new Terminal(false, false, true, 24);

  @Test
  void columnsAreAsWideAsTheirWidestCell() {
    TextTable table = new TextTable(NARROW, "lr");
    table.row("group", "p99");
    table.row("a", "1.02 ms");
    assertEquals(List.of("group      p99", "──────────────", "a      1.02 ms"), table.lines());
  }

  @Test
  void onlyTheFirstColumnIsCutAndOnlyToFit() {
    TextTable table = new TextTable(NARROW, "lr");
    table.row("group", "ratio [interval]");
    table.row("thread-per-task", "0.5");
    assertEquals(33, table.lines().get(1).length());
    assertEquals("thread-…               0.5", table.linesThatFit().getLast());
  }

  @Test
  void aShortFirstColumnIsNotWidenedByALongTable() {
    TextTable table = new TextTable(NARROW, "rl");
    table.row("jdk", "home");
    table.row("25", "/usr/lib/jvm/temurin-25-jdk-amd64");
    assertEquals(" 25  /usr/lib/jvm/temurin-25-jdk-amd64", table.linesThatFit().getLast());
  }
}
