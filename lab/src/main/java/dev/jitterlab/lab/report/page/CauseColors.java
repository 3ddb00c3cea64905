package dev.jitterlab.lab.report.page;

import dev.jitterlab.diagnosis.Causes;
import dev.jitterlab.diagnosis.timeline.Cause;
import dev.jitterlab.lab.report.html.Html;
import dev.jitterlab.lab.report.words.CauseSentences;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which causes have a colour of their own, the same in all charts of a page: the costliest of all
 * groups. The others share one, and unexplained time has none. Immutable.
 *
 * @param shown the costliest, then {@link #OTHERS}, then what is unexplained
 */
record CauseColors(List<String> shown) {
  static final String OTHERS = "other causes";

  /** More colours cannot be told apart. */
  private static final int MOST = 5;

  static CauseColors of(List<Causes.GroupCauses> groups) {
    Map<String, Double> shares = new HashMap<>();
    for (Causes.GroupCauses group : groups) {
      if (group.lateEvents() > 0) {
        double all = group.latenessSeconds();
        group.secondsByCause().forEach((cause, own) -> shares.merge(cause, own / all, Double::sum));
      }
    }
    shares.remove(Cause.UNEXPLAINED.id());
    List<String> shown =
        new ArrayList<>(
            shares.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .limit(MOST)
                .map(Map.Entry::getKey)
                .toList());
    shown.add(OTHERS);
    shown.add(Cause.UNEXPLAINED.id());
    return new CauseColors(shown);
  }

  /** How much of it there is; {@link #OTHERS} is all that has no colour of its own. */
  double seconds(Map<String, Double> byCause, String cause) {
    return cause.equals(OTHERS)
        ? byCause.entrySet().stream()
            .filter(one -> !shown.contains(one.getKey()))
            .mapToDouble(Map.Entry::getValue)
            .sum()
        : byCause.getOrDefault(cause, 0.0);
  }

  static String words(String cause) {
    return cause.equals(OTHERS) ? OTHERS : CauseSentences.words(cause);
  }

  /** The style's variable. */
  String color(String cause) {
    if (cause.equals(Cause.UNEXPLAINED.id())) {
      return "rule";
    }
    int at = shown.indexOf(cause);
    return at < 0 || cause.equals(OTHERS) ? "g5" : "g" + at;
  }

  /** A square and the words of each. */
  void legend(Html html, Collection<String> causes) {
    html.open("p", "class", "legend-of-causes");
    for (String cause : causes) {
      html.open("span");
      square(html, cause);
      html.text(words(cause)).close();
    }
    html.closeLine();
  }

  void square(Html html, String cause) {
    html.element("i", "", "style", "background:var(--" + color(cause) + ")", "aria-hidden", "true");
  }
}
