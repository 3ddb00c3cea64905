package dev.jitterlab.lab.report.text;

import dev.jitterlab.lab.summary.Gate;
import dev.jitterlab.lab.summary.RunComparison.GateOutcome;
import dev.jitterlab.lab.terminal.Terminal;
import dev.jitterlab.lab.terminal.TextWrap;
import java.util.List;
import java.util.function.UnaryOperator;

/** The outcome of gates, as text for the terminal. Stateless. */
public final class GateText {
  private static final String INDENT = "  ";

  private GateText() {}

  /** Lines with a line feed at the end of each. */
  public static String render(List<GateOutcome> outcomes, Terminal terminal) {
    StringBuilder out = new StringBuilder();
    for (GateOutcome outcome : outcomes) {
      String words =
          "gate %s, %s: %s".formatted(outcome.gate(), outcome.group(), outcome.state())
              + (outcome.why().isEmpty() ? "" : ", " + outcome.why());
      String text =
          switch (outcome.state()) {
            case Gate.PASSED -> "✔ " + words;
            case Gate.FAILED -> "✖ " + words;
            default -> "○ " + words;
          };
      UnaryOperator<String> style =
          switch (outcome.state()) {
            case Gate.PASSED -> terminal::green;
            case Gate.FAILED -> terminal::red;
            default -> terminal::yellow;
          };
      String indent = "";
      for (String line : TextWrap.lines(text, terminal.width() - INDENT.length())) {
        out.append(indent).append(style.apply(terminal.shown(line))).append('\n');
        indent = INDENT;
      }
    }
    return out.toString();
  }
}
