package dev.jitterlab.lab.jdk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class JdkReleaseTest {
  @Test
  void readsVersionAndDay() {
    assertEquals(
        Optional.of("11.0.13, released on 2021-10-19"),
        JdkRelease.parse("openjdk version \"11.0.13\" 2021-10-19").map(JdkRelease::words));
    assertEquals(
        Optional.of("25.0.2, released on 2026-01-20"),
        JdkRelease.parse(
                "openjdk version \"25.0.2\" 2026-01-20 LTS, OpenJDK Runtime Environment"
                    + " Temurin-25.0.2+10 (build 25.0.2+10-LTS)")
            .map(JdkRelease::words));
  }

  @Test
  void knowsNoDayWhereNoneIsSaid() {
    assertEquals(Optional.empty(), JdkRelease.parse("java version \"1.8.0_392\""));
    assertEquals(Optional.empty(), JdkRelease.parse("openjdk version \"21\" 2025-13-40"));
  }
}
