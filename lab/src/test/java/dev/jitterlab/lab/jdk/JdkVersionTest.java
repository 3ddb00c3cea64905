package dev.jitterlab.lab.jdk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class JdkVersionTest {
  @Test
  void ordersVersionsByNumberNotByText() {
    List<String> sorted =
        Stream.of("21.0.10", "9", "21.0.9", "26-ea", "1.8.0_392", "21", "11.0.13.1", "26")
            .map(text -> JdkVersion.parse(text).orElseThrow())
            .sorted()
            .map(JdkVersion::text)
            .toList();
    assertEquals(
        List.of("1.8.0_392", "9", "11.0.13.1", "21", "21.0.9", "21.0.10", "26-ea", "26"), sorted);
  }

  @Test
  void knowsTheFeatureReleaseOfOldAndNewForms() {
    assertEquals(8, JdkVersion.parse("1.8.0_392").orElseThrow().feature());
    assertEquals(8, JdkVersion.parse("1.8.0").orElseThrow().feature());
    assertEquals(17, JdkVersion.parse("17.0.15").orElseThrow().feature());
    assertEquals(17, JdkVersion.parse("17.0.0").orElseThrow().feature());
  }

  @Test
  void refusesWhatIsNoVersion() {
    assertEquals(Optional.empty(), JdkVersion.parse("latest"));
  }
}
