package dev.jitterlab.lab.report.page;

import dev.jitterlab.lab.report.html.Html;

/** How far a run has come; {@code live.js} fills it. */
final class LivePanel {
  private LivePanel() {}

  static void write(Html html) {
    html.open("div", "class", "banner live", "id", "live");
    // Only this is read aloud: what is below changes every second.
    html.element("p", "", "class", "unseen", "role", "status", "id", "live-said");
    html.element("strong", "Connecting …", "id", "live-state");
    html.element("p", "", "id", "live-text");
    html.open("div", "class", "bar", "aria-hidden", "true")
        .element("span", "", "id", "live-bar")
        .close();
    html.element("p", "", "hidden", "", "id", "live-late");
    html.open("p", "hidden", "", "id", "live-end")
        .element("a", "Open the finished report", "href", "/report.html", "id", "live-report")
        .close();
    html.element("noscript", "Without JavaScript this page stands still; load it again.");
    html.closeLine();
  }
}
