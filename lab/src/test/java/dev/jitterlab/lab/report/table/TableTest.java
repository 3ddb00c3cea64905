package dev.jitterlab.lab.report.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.table.Table.Cell;
import dev.jitterlab.lab.terminal.Terminal;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
  private static final Terminal NARROW = new Terminal(false, false, true, 24);

  @Test
  void columnsAreAsWideAsTheirWidestCell() {
    Table table = Table.plain("lr", "group", "p99").row("a", "1.02 ms");
    assertEquals(
        List.of("group      p99", "──────────────", "a      1.02 ms"), table.lines(NARROW));
  }

  @Test
  void cellsOfWideLettersStandBelowOneAnother() {
    Table table = Table.plain("lr", "group", "p99").row("日本", "1 ms").row("🚀", "2 ms");
    assertEquals(
        List.of("group   p99", "───────────", "日本   1 ms", "🚀     2 ms"), table.lines(NARROW));
    Table broad = Table.plain("lr", "group", "ratio [interval]").row("日本語日本語", "0.5");
    assertEquals("日本語…                0.5", broad.linesThatFit(NARROW).getLast());
  }

  @Test
  void onlyTheFirstColumnIsCutAndOnlyToFit() {
    Table table = Table.plain("lr", "group", "ratio [interval]").row("thread-per-task", "0.5");
    assertEquals(33, table.lines(NARROW).get(1).length());
    assertEquals("thread-…               0.5", table.linesThatFit(NARROW).getLast());
  }

  @Test
  void theWordsOfTheFirstColumnGoOnBelowWhereTheyDoNotFit() {
    Table table =
        Table.plain("lr", "cause", "late time")
            .row("waiting for a CPU (run queue)", "1.69 s")
            .row("incomprehensibilities", "1 s")
            .row("sleep", "2 s");
    assertEquals(
        List.of(
            "cause          late time",
            "────────────────────────",
            "waiting for       1.69 s",
            "  a CPU (run",
            "  queue)",
            "incomprehens…        1 s",
            "sleep                2 s"),
        table.linesThatFold(NARROW));
    Terminal wide = new Terminal(false, false, true, 80);
    assertEquals(table.lines(wide), table.linesThatFold(wide));
  }

  @Test
  void aShortFirstColumnIsNotWidenedByALongTable() {
    Table table = Table.plain("rl", "jdk", "home").row("25", "/usr/lib/jvm/temurin-25-jdk-amd64");
    assertEquals(" 25  /usr/lib/jvm/temurin-25-jdk-amd64", table.linesThatFit(NARROW).getLast());
  }

  @Test
  void theSameRowsAreTextAndCards() {
    Table table =
        Table.of("Figures")
            .text("Group")
            .number("Share", "share")
            .cells("odd", List.of(Cell.of("a<b"), new Cell("5 %", null, cell -> cell.text("5"))));
    assertEquals("a<b      5 %", table.lines(NARROW).getLast());
    Html html = new Html();
    table.write(html);
    String text = html.toString();
    assertTrue(text.contains("<table class=\"cards\"><caption>Figures</caption>"), text);
    assertTrue(text.contains("<th scope=\"col\" class=\"number\">Share</th>"), text);
    assertTrue(
        text.contains(
            "<tr class=\"odd\"><th scope=\"row\">a&lt;b</th>"
                + "<td class=\"number\" data-label=\"share\">5</td></tr>"),
        text);
  }

  @Test
  void leavesTheSameColumnsOutOfAllTables() {
    List<Table> tables =
        List.of(ranked("a", "1", "2", "3"), ranked("b", "a wide cell of one table", "2", "3"));
    assertEquals(List.of("p90", "max"), Table.fit(tables, new Terminal(false, false, false, 12)));
    Terminal wide = new Terminal(false, false, false, 80);
    assertEquals("name  p50", tables.getFirst().lines(wide).getFirst());
    assertEquals("b       2", tables.getLast().lines(wide).getLast());
    assertEquals(
        List.of(), Table.fit(tables, new Terminal(false, false, false, 3)), "rank 0 stays");
  }

  private static Table ranked(String... cells) {
    return Table.of("")
        .text("name")
        .number("p90")
        .rank(2)
        .number("p50")
        .number("max")
        .rank(1)
        .row(cells);
  }

  @Test
  void pairsHaveNoHead() {
    Html html = new Html();
    Table.pairs("Facts").row("kernel", "6.1").write(html);
    assertTrue(
        html.toString()
            .contains("<tbody><tr><th scope=\"row\">kernel</th><td>6.1</td></tr>\n</tbody>"),
        html::toString);
    assertFalse(html.toString().contains("<thead>"));
  }
}
