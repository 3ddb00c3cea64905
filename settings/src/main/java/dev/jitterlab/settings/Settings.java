package dev.jitterlab.settings;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The settings of a command: its options with {@link Setting}, in the order of their fields. A
 * build runs {@link #main} on a module's classes, which writes {@code
 * META-INF/jitterlab/<class>.json} for each command that has settings; docs/extending.md has the
 * format.
 */
public final class Settings {
  private Settings() {}

  /**
   * Refuses numbers and words that the settings do not take.
   *
   * @param spec the command, whose arguments were parsed
   * @throws IllegalArgumentException for the first such value
   */
  public static void check(CommandSpec spec) {
    settings(spec).forEach(Settings::check);
  }

  private static void check(OptionSpec option, Setting setting) {
    Object value = option.getValue();
    if (value instanceof Number) {
      double number = ((Number) value).doubleValue();
      if (!(number >= setting.min() && number <= setting.max())) {
        throw new IllegalArgumentException(
            option.longestName()
                + " is "
                + plain(setting.min())
                + " to "
                + plain(setting.max())
                + ", not "
                + value);
      }
    } else if (value != null && setting.choices().length > 0) {
      List<String> choices = List.of(setting.choices());
      if (!choices.contains(value.toString())) {
        throw new IllegalArgumentException(
            option.longestName() + " is one of " + String.join(", ", choices) + "; not " + value);
      }
    }
  }

  /**
   * Writes what the lab must know of the settings.
   *
   * @param arguments the folder of a module's classes
   */
  public static void main(String[] arguments) throws IOException {
    Path classes = Path.of(arguments[0]);
    Path folder = Files.createDirectories(classes.resolve("META-INF/jitterlab"));
    List<Path> files;
    try (Stream<Path> found = Files.walk(classes)) {
      files = found.filter(file -> file.toString().endsWith(".class")).collect(Collectors.toList());
    }
    for (Path file : files) {
      String path = classes.relativize(file).toString();
      String name = path.replace(".class", "").replace(file.getFileSystem().getSeparator(), ".");
      Class<?> type = loaded(name);
      if (type != null && type.isAnnotationPresent(Command.class)) {
        Map<OptionSpec, Setting> settings = settings(CommandSpec.forAnnotatedObject(type));
        if (!settings.isEmpty()) {
          Files.write(
              folder.resolve(name + ".json"), json(settings).getBytes(StandardCharsets.UTF_8));
        }
      }
    }
  }

  /** Returns a class; null where what it stands on is missing, as for classes of a newer JDK. */
  private static Class<?> loaded(String name) {
    try {
      return Class.forName(name, false, Settings.class.getClassLoader());
    } catch (ClassNotFoundException | LinkageError e) {
      return null;
    }
  }

  private static Map<OptionSpec, Setting> settings(CommandSpec spec) {
    Map<OptionSpec, Setting> settings = new LinkedHashMap<>();
    for (OptionSpec option : spec.options()) {
      Object member = option.userObject();
      Setting setting =
          member instanceof Field ? ((Field) member).getAnnotation(Setting.class) : null;
      if (setting != null) {
        settings.put(option, setting);
      }
    }
    return settings;
  }

  static String json(Map<OptionSpec, Setting> settings) {
    return settings.entrySet().stream()
        .map(one -> json(one.getKey(), one.getValue()))
        .collect(Collectors.joining(",\n  ", "{\"options\": {\n  ", "\n}}\n"));
  }

  private static String json(OptionSpec option, Setting setting) {
    List<String> fields = new ArrayList<>();
    Class<?> type = option.type();
    if (!setting.rateOf().isEmpty()) {
      fields.add("\"type\": \"rate\", \"process\": " + quoted(setting.rateOf()));
    } else if (setting.isScenario()) {
      fields.add("\"type\": \"scenario\"");
    } else if (type.isEnum() || setting.choices().length > 0) {
      Stream<?> choices = Stream.of(type.isEnum() ? type.getEnumConstants() : setting.choices());
      fields.add("\"type\": \"choice\"");
      fields.add(
          choices
              .map(choice -> quoted(choice.toString()))
              .collect(Collectors.joining(", ", "\"values\": [", "]")));
    } else {
      fields.add("\"type\": " + quoted(typeName(type)));
      bound("min", setting.min(), fields);
      bound("max", setting.max(), fields);
    }
    String defaultValue = defaultValue(option);
    if (!defaultValue.isEmpty()) {
      fields.add("\"default\": " + quoted(defaultValue));
    }
    fields.add("\"help\": " + quoted(help(option)));
    return quoted(option.longestName().replaceFirst("^-+", ""))
        + fields.stream().collect(Collectors.joining(", ", ": {", "}"));
  }

  /** Returns what the annotation or the field's initial value says; empty for none to be shown. */
  private static String defaultValue(OptionSpec option) {
    if (option.defaultValue() != null) {
      return option.defaultValue();
    }
    Object initial = option.initialValue();
    if (initial == null
        || initial instanceof Collection
        || option.showDefaultValue() == Visibility.NEVER) {
      return "";
    }
    return initial instanceof Number ? plain(((Number) initial).doubleValue()) : initial.toString();
  }

  private static String typeName(Class<?> type) {
    if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
      return "integer";
    }
    if (type == double.class || type == Double.class) {
      return "number";
    }
    return type == boolean.class || type == Boolean.class ? "boolean" : "text";
  }

  private static void bound(String key, double value, List<String> fields) {
    if (!Double.isInfinite(value)) {
      fields.add("\"" + key + "\": " + plain(value));
    }
  }

  private static String plain(double number) {
    return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
  }

  /** Returns the description as a part of a sentence: no capital, no full stop. */
  private static String help(OptionSpec option) {
    String text = String.join(" ", option.description()).replace("%%", "%");
    String start = text.substring(0, Math.min(1, text.length())).toLowerCase(Locale.ROOT);
    return (start + text.substring(start.length())).replaceFirst("\\.$", "");
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", " ") + '"';
  }
}
