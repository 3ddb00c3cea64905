package dev.jitterlab.lab.campaign;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The first table of the ledger: how many rows of each paper have which verdict. Its lines begin
 * with the letter of the paper's claims, such as {@code | T: the thesis |}, or with {@code all:}.
 * The rest of such a line is computed.
 */
final class LedgerTally {
  private static final Pattern LINE = Pattern.compile("\\| (([A-Z]|all): [^|]*) \\|.*");

  /** In the order of the table's columns. */
  private static final List<Predicate<String>> COLUMNS =
      List.of(
          verdict -> verdict.endsWith("confirmed"),
          verdict -> verdict.endsWith("contradicted"),
          verdict -> verdict.endsWith("no such effect"),
          verdict -> verdict.endsWith("undecided"),
          verdict -> verdict.startsWith("not measured yet"),
          verdict -> verdict.startsWith("no experiment yet"),
          verdict -> verdict.startsWith("not testable"));

  private LedgerTally() {}

  /** The line with its counts; empty for any other line. */
  static Optional<String> computed(String line, List<Ledger.Row> rows) {
    Matcher matcher = LINE.matcher(line);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String paper = matcher.group(2);
    List<String> verdicts =
        rows.stream()
            .filter(row -> paper.equals("all") || row.id().startsWith(paper))
            .map(Ledger.Row::verdict)
            .toList();
    return Optional.of(
        COLUMNS.stream()
            .map(column -> Long.toString(verdicts.stream().filter(column).count()))
            .collect(Collectors.joining(" | ", "| " + matcher.group(1) + " | ", " |")));
  }
}
