package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.report.table.Table.Cell;
import java.util.Locale;

/** A share as a cell with a bar, to be compared down its column. */
final class ShareBar {
  private ShareBar() {}

  /**
   * The cell.
   *
   * @param share in words; a bound is marked as one
   * @param ratio null where it was not measured
   * @param most the greatest of the column, whose bar is full
   * @param count what it is the share of, in words
   */
  static Cell cell(String share, Double ratio, double most, String count) {
    double width = ratio == null || most == 0 ? 0 : ratio / most * 100;
    return new Cell(
        share,
        null,
        html ->
            html.open("span", "class", "figure")
                .element("b", share)
                .open("span", "class", "bar", "aria-hidden", "true")
                .open("span", "style", String.format(Locale.ROOT, "width:%.1f%%", width))
                .close()
                .close()
                .element("small", count)
                .close());
  }
}
