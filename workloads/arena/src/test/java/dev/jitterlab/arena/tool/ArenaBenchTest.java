package dev.jitterlab.arena.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.arena.twin.Twin;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ArenaBenchTest {
  @TempDir private Path folder;

  /** What runs first in a JVM meets colder code, and a machine that has rested. */
  @Test
  void everyTwinIsTheFirstOfSomeRounds() {
    List<Twin> all = List.of(Twin.values());
    Set<Twin> first = EnumSet.noneOf(Twin.class);
    for (int round = 0; round < 100; round++) {
      List<Twin> drawn = ArenaBench.inOrder(all, round);
      assertEquals(EnumSet.allOf(Twin.class), EnumSet.copyOf(drawn));
      assertEquals(drawn, ArenaBench.inOrder(all, round), "the same in every run");
      first.add(drawn.get(0));
    }
    assertEquals(EnumSet.allOf(Twin.class), first);
  }

  @Test
  void figuresThatCannotBeWrittenAreNoDefect() {
    ArenaBench bench = new ArenaBench();
    StringWriter err = new StringWriter();
    new CommandLine(bench)
        .setErr(new PrintWriter(err, true))
        .parseArgs("--json=" + folder.resolve("missing/figures.json"));

    assertEquals(3, bench.written(new ModelFigures(100, 2), 1));
    assertTrue(err.toString().contains("cannot be written"), err::toString);
  }
}
