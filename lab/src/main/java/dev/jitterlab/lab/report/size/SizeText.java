package dev.jitterlab.lab.report.size;

import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.size.SizeAnswer;
import dev.jitterlab.lab.size.SizeAnswer.Size;
import dev.jitterlab.lab.size.SizeState;
import dev.jitterlab.lab.terminal.Terminal;
import java.util.ArrayList;
import java.util.List;

/** A search for heap sizes for the terminal. */
public final class SizeText {
  private static final int BAR = 24;

  private SizeText() {}

  /** Renders it; ends with a line feed. */
  public static String render(SizeState state, SizeAnswer answer, Terminal terminal) {
    StringBuilder text = new StringBuilder();
    String head =
        "%s%s, under %s, %s; the heap went through %s"
            .formatted(
                state.command(),
                answer.collector().isEmpty() ? "" : " (" + answer.collector() + ")",
                state.load(),
                Units.count(answer.runs(), "server"),
                state.through());
    text.append(terminal.shown(head)).append("\n\n");
    for (String line : SizeWords.answer(answer)) {
      text.append(terminal.shown(line)).append('\n');
    }
    text.append('\n');
    Table table = Table.of(SizeWords.CAPTION).text(SizeWords.titles().getFirst());
    SizeWords.titles().stream().skip(1).forEach(title -> table.number(title).rank(rank(title)));
    table.text("");
    double most =
        answer.sizes().stream()
            .filter(size -> size.gcCores() != null)
            .mapToDouble(size -> size.gcCores().mean())
            .max()
            .orElse(0);
    for (Size size : answer.sizes()) {
      List<String> cells = new ArrayList<>(SizeWords.cells(size));
      cells.add(bar(size, most, terminal));
      table.row(cells);
    }
    Table.fit(List.of(table), terminal);
    table.lines(terminal).forEach(line -> text.append(line).append('\n'));
    text.append('\n');
    for (String warning : answer.warnings()) {
      text.append(terminal.shown(warning)).append('\n');
    }
    return text.toString();
  }

  /** The least needed go first where there is no room. */
  private static int rank(String title) {
    return switch (title) {
      case "Model" -> 3;
      case "95 %" -> 2;
      case "Above ideal" -> 1;
      default -> 0;
    };
  }

  private static String bar(Size size, double most, Terminal terminal) {
    if (size.gcCores() == null || most <= 0) {
      return "";
    }
    int length = (int) Math.round(BAR * size.gcCores().mean() / most);
    return (terminal.unicode() ? "▇" : "#").repeat(length);
  }
}
