package dev.jitterlab.aggregator.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

class AggregatorSettingsTest {
  private static AggregatorSettings settings(String... options) {
    AggregatorSettings settings = new AggregatorSettings();
    ParseResult parsed = new CommandLine(settings).parseArgs(options);
    settings.takeOver(parsed::hasMatchedOption);
    return settings;
  }

  /** The value of --replicas is the default. */
  @ParameterizedTest
  @ValueSource(strings = {"--behaviour=*:median=3", "--changes=20s *:errors=1", "--replicas=2"})
  void whatIsAboutStartedServicesIsRefusedBesideThoseThatRun(String option) {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> settings("--upstreams=127.0.0.1:8081", option));
    assertTrue(e.getMessage().startsWith(option.substring(0, option.indexOf('='))), e.getMessage());
  }

  @Test
  void fragmentsForACacheThatIsOffAreRefused() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> settings("--cache=off", "--live-mb=100"));
    assertTrue(e.getMessage().startsWith("--live-mb"), e.getMessage());
  }

  @Test
  void eachIsTakenByItself() {
    assertEquals(1, settings("--upstreams=127.0.0.1:8081").upstreams.size());
    assertTrue(settings("--replicas=3").upstreamArguments.contains("--replicas=3"));
    assertEquals(100, settings("--live-mb=100").liveMegabytes);
    assertEquals(0, settings("--cache=off", "--live-mb=0").liveMegabytes);
  }
}
