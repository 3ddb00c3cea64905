package dev.jitterlab.lab.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class JvmWordsTest {
  private static List<String> flags(String command) {
    return JvmWords.flags(List.of(command.split(" ")));
  }

  @Test
  void endsWhereTheProgramBegins() {
    assertEquals(List.of("-Xmx1g"), flags("/jdks/25/bin/java -Xmx1g -jar a.jar -Xmx2g"));
    assertEquals(
        List.of("-cp", "-Xmx1g"), flags("nice -n 5 java -cp a.jar -Xmx1g a.Main -XX:+UseZGC"));
    assertEquals(List.of("-p", "-Xmx1g"), flags("java -p mods -Xmx1g -m a/a.Main -XX:+UseZGC"));
  }

  @Test
  void looksIntoTheVariablesThatAreSet() {
    assertEquals(
        List.of("-Xmx1g", "-XX:+UseZGC"),
        JvmWords.flags(
            List.of(
                "/usr/bin/env",
                "JAVA_HOME=/jdks/java",
                "JAVA_OPTS=-Xmx1g -XX:+UseZGC",
                "/a/run.sh",
                "-Xmx2g")));
  }
}
