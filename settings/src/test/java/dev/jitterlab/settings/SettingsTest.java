package dev.jitterlab.settings;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

class SettingsTest {
  enum Speed {
    FAST,
    VERY_SLOW;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  static final class Mixed {
    @Setting
    @Option(names = "--quick", description = "Says \"go\".")
    boolean quick;
  }

  @Command
  static final class Sample {
    @Setting(min = 1, max = 64)
    @Option(names = "--threads", description = "Threads.")
    Integer threads;

    @Mixin Mixed mixed;

    @Option(names = "--tick-log", description = "The lab sets this.")
    Path log;

    @Setting(rateOf = "model")
    @Option(names = "--rate", description = "Requests a second.")
    String rate;

    @Setting(isScenario = true)
    @Option(names = "--journeys", description = "What users do.")
    String journeys;

    @Setting(min = 0.5, max = 1)
    @Option(names = "--share", defaultValue = "1", description = "50%% or more.")
    double share;

    @Setting
    @Option(names = "--speed", defaultValue = "fast", description = "One of them.")
    Speed speed;

    @Setting(choices = {"on", "off"})
    @Option(names = "--fog", description = "Fog.")
    String fog = "on";

    @Setting
    @Option(names = "--weight", description = "Its default is Java's value.")
    double weight = 2;

    @Setting
    @Option(
        names = "--cores",
        description = "Of this machine.",
        showDefaultValue = Visibility.NEVER)
    int cores = 12;
  }

  @Test
  void describesWhatPicocliAndTheAnnotationsSay(@TempDir Path classes) throws Exception {
    String name = Sample.class.getName();
    Path compiled = classes.resolve(name.replace('.', '/') + ".class");
    Files.createDirectories(compiled.getParent());
    Files.createFile(compiled);
    Files.createFile(classes.resolve("not.there.class"));
    Settings.main(new String[] {classes.toString()});

    assertEquals(
        String.join(
            "\n",
            "{\"options\": {",
            "  \"threads\": {\"type\": \"integer\", \"min\": 1, \"max\": 64, \"help\":"
                + " \"threads\"},",
            "  \"quick\": {\"type\": \"boolean\", \"default\": \"false\", \"help\": \"says"
                + " \\\"go\\\"\"},",
            "  \"rate\": {\"type\": \"rate\", \"process\": \"model\", \"help\": \"requests a"
                + " second\"},",
            "  \"journeys\": {\"type\": \"scenario\", \"help\": \"what users do\"},",
            "  \"share\": {\"type\": \"number\", \"min\": 0.5, \"max\": 1, \"default\": \"1\","
                + " \"help\": \"50% or more\"},",
            "  \"speed\": {\"type\": \"choice\", \"values\": [\"fast\", \"very-slow\"],"
                + " \"default\": \"fast\", \"help\": \"one of them\"},",
            "  \"fog\": {\"type\": \"choice\", \"values\": [\"on\", \"off\"], \"default\": \"on\","
                + " \"help\": \"fog\"},",
            "  \"weight\": {\"type\": \"number\", \"default\": \"2\", \"help\": \"its default is"
                + " Java's value\"},",
            "  \"cores\": {\"type\": \"integer\", \"help\": \"of this machine\"}",
            "}}",
            ""),
        Files.readString(classes.resolve("META-INF/jitterlab/" + name + ".json")));
  }

  @Test
  void refusesWhatIsOutOfRange() {
    assertDoesNotThrow(() -> check("--threads=64", "--share=0.5", "--fog=off"));
    assertEquals("--threads is 1 to 64, not 0", refusal("--threads=0"));
    assertEquals("--share is 0.5 to 1, not NaN", refusal("--share=NaN"));
    assertEquals("--fog is one of on, off; not dim", refusal("--fog=dim"));
  }

  private static String refusal(String... arguments) {
    return assertThrows(IllegalArgumentException.class, () -> check(arguments)).getMessage();
  }

  private static void check(String... arguments) {
    CommandLine command = new CommandLine(new Sample());
    command.parseArgs(arguments);
    Settings.check(command.getCommandSpec());
  }
}
