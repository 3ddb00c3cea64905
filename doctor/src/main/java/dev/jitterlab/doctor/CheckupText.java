package dev.jitterlab.doctor;

import dev.jitterlab.doctor.Advice.Level;
import dev.jitterlab.lab.Units;
import dev.jitterlab.lab.report.table.Table;
import dev.jitterlab.lab.terminal.Terminal;
import dev.jitterlab.lab.terminal.TextWrap;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Prints a {@link Checkup} for a terminal: the answer first, what is fine last. */
public final class CheckupText {
  private static final String INDENT = "  ";

  /** On a narrower terminal the table is told in words. */
  private static final int LEAST_TABLE_WIDTH = 64;

  /** Ratios up to this are shown as a share: 1.05 is 5 %. */
  private static final double MOST_SHARE = 1.5;

  private final Checkup checkup;
  private final Terminal terminal;
  private final List<String> lines = new ArrayList<>();

  private CheckupText(Checkup checkup, Terminal terminal) {
    this.checkup = checkup;
    this.terminal = terminal;
  }

  /** The text, with an end of line behind each line. */
  public static String render(Checkup checkup, Terminal terminal) {
    CheckupText text = new CheckupText(checkup, terminal);
    text.write();
    return String.join("\n", text.lines) + "\n";
  }

  private void write() {
    paragraph("", terminal::bold, headline());
    stillness();
    reach();
    advice(Level.BAD, "What spoils measurements here");
    advice(Level.CARE, "What makes them noisier");
    List<Advice> good = checkup.of(Level.GOOD);
    if (!good.isEmpty()) {
      lines.add("");
      paragraph("", line -> line, "Fine: " + names(good) + ".");
    }
  }

  private String headline() {
    int bad = checkup.of(Level.BAD).size();
    Optional<Reach> median =
        checkup.reach().stream()
            .filter(one -> one.metric().equals(Reach.MEDIAN_EXECUTION))
            .findFirst();
    String reach =
        median
            .flatMap(one -> one.found().stream().filter(found -> found.minutes() == 10).findFirst())
            .filter(found -> found.ratio() != null)
            .map(
                found ->
                    " Ten minutes find a difference of "
                        + difference(found)
                        + " in median tick execution.")
            .orElse("");
    String state =
        bad > 0
            ? "This machine is not fit for measurements yet."
            : checkup.of(Level.CARE).isEmpty()
                ? "This machine is quiet."
                : "This machine can measure, with some noise.";
    return state + reach;
  }

  private void stillness() {
    Stillness still = checkup.stillness();
    if (still == null) {
      paragraph(
          "",
          line -> line,
          "The idle process recorded nothing, so the machine's stalls are" + " unknown.");
      return;
    }
    paragraph(
        "",
        line -> line,
        "In %s an idle process woke up late by %s at p99, %s at p99.9, and %s at most."
            .formatted(
                Units.seconds(still.seconds()),
                Units.seconds(still.delayP99()),
                Units.seconds(still.delayP999()),
                Units.seconds(still.delayMax())));
  }

  private void reach() {
    if (checkup.reach().isEmpty()) {
      return;
    }
    lines.add("");
    paragraph(
        "",
        terminal::bold,
        "The smallest difference that an experiment with two groups finds here");
    Table table = Table.plain("lrrrr", "metric", "equal servers", "5 min", "10 min", "30 min");
    for (Reach one : checkup.reach()) {
      List<String> cells = new ArrayList<>(List.of(one.title(), share(Math.exp(one.spread()))));
      one.found().forEach(found -> cells.add(difference(found)));
      table.row(cells);
    }
    if (terminal.width() >= LEAST_TABLE_WIDTH) {
      table.linesThatFit(terminal).forEach(line -> lines.add(INDENT + line));
    } else {
      checkup.reach().forEach(one -> paragraph(INDENT, line -> line, words(one)));
    }
    paragraph(
        INDENT,
        terminal::dim,
        "An experiment finds it in four of five cases. `Equal servers` is how much five small"
            + " identical game servers differed; yours may differ by more. Each server gets 23 s."
            + " `./jitterlab plan FILE` says the same for an experiment.");
  }

  private static String words(Reach one) {
    return one.title()
        + ": "
        + one.found().stream()
            .map(found -> difference(found) + " in " + found.minutes() + " min")
            .collect(Collectors.joining(", "));
  }

  private static String difference(Reach.Found found) {
    return found.ratio() == null ? Units.NONE : share(found.ratio());
  }

  private static String share(double ratio) {
    return ratio <= MOST_SHARE ? Units.share(ratio - 1) : "factor " + Units.number(ratio);
  }

  private void advice(Level level, String title) {
    List<Advice> all = checkup.of(level);
    if (all.isEmpty()) {
      return;
    }
    lines.add("");
    paragraph("", level == Level.BAD ? terminal::red : terminal::yellow, title);
    for (Advice one : all) {
      paragraph(INDENT, line -> line, one.topic() + ": " + one.found() + " " + one.effect());
      one.commands()
          .forEach(command -> lines.add(INDENT + INDENT + terminal.dim(terminal.shown(command))));
    }
  }

  private static String names(List<Advice> all) {
    return String.join(", ", all.stream().map(Advice::topic).distinct().toList());
  }

  private void paragraph(String indent, UnaryOperator<String> style, String text) {
    TextWrap.lines(terminal.shown(text), terminal.width() - indent.length())
        .forEach(line -> lines.add(indent + style.apply(line)));
  }
}
