package dev.jitterlab.lab.validity;

import dev.jitterlab.lab.metric.Unit;
import dev.jitterlab.lab.validity.evidence.Kind;
import java.util.Locale;
import java.util.Set;

/**
 * What a check asks. Immutable.
 *
 * @param id its name in summary.json, such as {@code load_imbalance_ratio}
 * @param name its title for a reader; empty for the id's own words
 * @param unit of its value and limit, which are in base units
 * @param words the question
 * @param limit what is still valid, and what is still weak
 * @param needs the kinds of evidence without which nothing can be said
 * @param missing what to say without them
 * @param unseen whether the machine may well not show them, so that the trial is none the worse
 * @param dependsOn what the answer can depend on
 * @param role what a finding says to a reader, apart from whether the figures may be used
 */
public record Question(
    String id,
    String name,
    Unit unit,
    String words,
    Limit limit,
    Set<Kind> needs,
    String missing,
    boolean unseen,
    Set<Dependence> dependsOn,
    Role role) {

  /** A question whose answer should be zero; anything above is weak. */
  public static Question of(String id, Unit unit, String words) {
    return new Question(
        id,
        "",
        unit,
        words,
        new Limit(0, Double.MAX_VALUE),
        Set.of(),
        "",
        false,
        Set.of(),
        Role.NONE);
  }

  /** Its answer can depend on that. */
  public Question from(Dependence... what) {
    return new Question(id, name, unit, words, limit, needs, missing, unseen, Set.of(what), role);
  }

  /** With that limit; both bounds belong to the better side. */
  public Question limit(double valid, double weak) {
    return new Question(
        id, name, unit, words, new Limit(valid, weak), needs, missing, unseen, dependsOn, role);
  }

  /** Without that evidence the trial is weak. */
  public Question needs(String otherwise, Kind... kinds) {
    return new Question(
        id, name, unit, words, limit, Set.of(kinds), otherwise, false, dependsOn, role);
  }

  /** Not every machine shows that evidence, and without it the trial is none the worse. */
  public Question shownBy(String otherwise, Kind... kinds) {
    return new Question(
        id, name, unit, words, limit, Set.of(kinds), otherwise, true, dependsOn, role);
  }

  /** With that role. */
  public Question as(Role what) {
    return new Question(id, name, unit, words, limit, needs, missing, unseen, dependsOn, what);
  }

  /** With that title. */
  public Question titled(String title) {
    return new Question(id, title, unit, words, limit, needs, missing, unseen, dependsOn, role);
  }

  /** Its title: the id, without the unit that it may end in: {@code Load imbalance}. */
  public String title() {
    if (!name.isEmpty()) {
      return name;
    }
    String suffix = "_" + unit.name().toLowerCase(Locale.ROOT) + "$";
    String title = id.replaceFirst(suffix, "").replace('_', ' ').replace("cpu", "CPU");
    return title.isEmpty() ? id : Character.toUpperCase(title.charAt(0)) + title.substring(1);
  }
}
