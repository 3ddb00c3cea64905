package dev.jitterlab.play;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.lab.LabException;
import dev.jitterlab.lab.jdk.Jdk;
import dev.jitterlab.lab.jdk.JdkCatalog;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VersionTest {
  private static final Jdk OLD = new Jdk(17, "17.0.9", "a", Path.of("/jdks/17"), true);
  private static final Jdk NEW = new Jdk(25, "25.0.1", "a", Path.of("/jdks/25"), true);
  private static final JdkCatalog JDKS = new JdkCatalog(List.of(OLD, NEW));

  @Test
  void takesAJdkFlagsOrBoth() {
    assertEquals(
        List.of(
            new Version("old", OLD.java(), List.of()),
            new Version(
                "serial",
                NEW.java(),
                List.of("--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC", "-Xmx64m")),
            new Version("both", OLD.java(), List.of("-Xint"))),
        Version.parse(
            List.of("old=17", "serial=-XX:+UseSerialGC -Xmx64m", "both=17 -Xint"), JDKS, NEW));
  }

  @Test
  void isTheLabsOwnJdkUnlessAskedOtherwise() {
    assertEquals(
        List.of(
            new Version(Version.ONLY, NEW.java(), List.of("--enable-native-access=ALL-UNNAMED"))),
        Version.parse(List.of(), JDKS, NEW));
  }

  @ParameterizedTest
  @ValueSource(strings = {"17", "a=", "=17", "A=17", "a=21", "a=/nowhere"})
  void refusesWhatIsNoVersion(String text) {
    LabException wrong =
        assertThrows(LabException.class, () -> Version.parse(List.of(text), JDKS, NEW));

    assertTrue(wrong.problems().getFirst().where().equals("--versions"), wrong.getMessage());
  }

  @Test
  void refusesALabelTwice() {
    assertThrows(LabException.class, () -> Version.parse(List.of("a=17", "a=25"), JDKS, NEW));
  }
}
