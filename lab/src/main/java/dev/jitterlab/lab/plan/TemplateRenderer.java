package dev.jitterlab.lab.plan;

import dev.jitterlab.lab.Problem.Place;
import dev.jitterlab.lab.experiment.Template;
import dev.jitterlab.lab.placeholder.Placeholders;
import dev.jitterlab.lab.plan.Plan.Group;
import dev.jitterlab.lab.yaml.Problems;
import dev.jitterlab.lab.yaml.Spelling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Renders a plan's templates, which have {@link Placeholders}. A template whose outcome's path
 * names the instance is rendered for each instance, any other for each group; outcomes that are
 * equal and have the same path are one. For one thread.
 */
public final class TemplateRenderer {
  private final Plan plan;
  private final Path experiment;
  private final Problems problems = new Problems();
  private final Map<Path, String> rendered = new LinkedHashMap<>();

  private TemplateRenderer(Plan plan, Path experiment) {
    this.plan = plan;
    this.experiment = experiment;
  }

  /**
   * Renders all; writes nothing. The same plan and templates give the same files, byte for byte.
   *
   * @param experiment the experiment file, beside which the templates are
   * @throws dev.jitterlab.lab.LabException with everything that is wrong with the templates
   */
  public static List<RenderedFile> render(Plan plan, Path experiment) {
    return new TemplateRenderer(plan, experiment).render();
  }

  private List<RenderedFile> render() {
    for (Template template : plan.templates()) {
      text(template).ifPresent(text -> render(template, text));
    }
    problems.throwIfAny();
    return rendered.entrySet().stream()
        .map(file -> new RenderedFile(file.getKey(), file.getValue()))
        .toList();
  }

  private Optional<String> text(Template template) {
    try {
      return Optional.of(Files.readString(experiment.resolveSibling(template.file())));
    } catch (IOException e) {
      String what =
          "the template `%s` cannot be read as UTF-8 text (%s)"
              .formatted(template.file(), e.getClass().getSimpleName());
      problems.add(
          place(template), what, "Check the path, which begins at the experiment's folder.");
      return Optional.empty();
    }
  }

  private void render(Template template, String text) {
    boolean ofInstances = template.to().contains("${" + GroupValues.INSTANCE + "}");
    int times = ofInstances ? plan.design().instancesPerGroup() : 1;
    for (Group group : plan.groups()) {
      Map<String, String> values = GroupValues.of(plan, group);
      for (int number = 1; number <= times; number++) {
        if (ofInstances) {
          values.put(GroupValues.INSTANCE, Integer.toString(number));
        }
        Place start = new Place(experiment.resolveSibling(template.file()), 1, 1);
        String filled = filled(text, start, group, values);
        String to = filled(template.to(), place(template), group, values);
        put(template, to, filled);
      }
    }
  }

  private void put(Template template, String to, String text) {
    Place place = place(template);
    Path path;
    try {
      path = Path.of(to).normalize();
    } catch (InvalidPathException _) {
      problems.add(place, "`" + to + "` cannot be a file's path", "Correct `to`.");
      return;
    }
    if (path.isAbsolute() || path.startsWith("..") || path.toString().isEmpty()) {
      String what = "`to`: expected a path below the rendered files' folder, found `" + to + "`";
      problems.add(place, what, "Write a relative path without `..`.");
    } else if (rendered.keySet().stream().anyMatch(other -> isNested(other, path))) {
      String what = "`" + path + "` would be a file and a folder";
      problems.add(place, what, "Give the outcomes other names.");
    } else if (!rendered.computeIfAbsent(path, _ -> text).equals(text)) {
      String what = "two different files would be `" + path + "`";
      problems.add(place, what, "Add ${group.name}, or ${group.name} and ${instance}, to `to`.");
    }
  }

  private static boolean isNested(Path one, Path other) {
    return !one.equals(other) && (one.startsWith(other) || other.startsWith(one));
  }

  private String filled(String text, Place start, Group group, Map<String, String> values) {
    return Placeholders.fill(
        text,
        one -> {
          Place place = place(start, text, one.index());
          if (one.isClosed(place, problems) && !values.containsKey(one.name())) {
            unknown(place, one.name(), group, values);
          }
          return values.getOrDefault(one.name(), "");
        });
  }

  private void unknown(Place place, String name, Group group, Map<String, String> values) {
    boolean elsewhere =
        plan.groups().stream().anyMatch(other -> GroupValues.of(plan, other).containsKey(name));
    String expected = Spelling.expected(name, values.keySet());
    String what =
        elsewhere
            ? "the group `" + group.name() + "` has no value for `${" + name + "}`\n" + expected
            : "unknown placeholder `${" + name + "}`\n" + expected;
    String remedy =
        name.equals(GroupValues.INSTANCE)
            ? "Add ${instance} to `to` too, which makes one file for each instance."
            : "Correct it; " + Placeholders.REMEDY;
    problems.add(place, what, remedy);
  }

  private static Place place(Place start, String text, int index) {
    int lines = (int) text.substring(0, index).chars().filter(c -> c == '\n').count();
    int column = index - text.lastIndexOf('\n', index - 1);
    return new Place(
        start.file(), start.line() + lines, lines == 0 ? start.column() + column - 1 : column);
  }

  private Place place(Template template) {
    return new Place(experiment, template.line(), template.column());
  }
}
