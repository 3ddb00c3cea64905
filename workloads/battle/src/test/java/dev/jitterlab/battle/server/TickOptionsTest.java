package dev.jitterlab.battle.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jitterlab.settings.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class TickOptionsTest {
  @Command
  private static final class Options {
    @Mixin private TickOptions ticks;
  }

  private static TickSettings settings(String... arguments) {
    Options options = new Options();
    CommandLine command = new CommandLine(options);
    command.parseArgs(arguments);
    Settings.check(command.getCommandSpec());
    return options.ticks.settings();
  }

  @Test
  void readsWhatTheyMean() {
    TickSettings defaults = settings();
    assertTrue(defaults.isSubTick());
    assertEquals(100_000_000, defaults.trustNs);
    assertEquals(1, defaults.physicsEvery);
    assertFalse(defaults.endsOverBudget);

    TickSettings settings =
        settings(
            "--mode-rates=boss:128",
            "--physics-every=2",
            "--sub-tick-trust=40ms",
            "--budget=5ms",
            "--over-budget=end");
    assertEquals(128, settings.modeRates.fastest(20));
    assertEquals(2, settings.physicsEvery);
    assertEquals(40_000_000, settings.trustNs);
    assertTrue(settings.endsOverBudget);
    assertFalse(settings("--sub-tick=off").isSubTick());
  }

  @ParameterizedTest
  @ValueSource(strings = {"catch-up", "catch-up:3", "skip", "coalesce", "slow-down"})
  void knowsTheLatePolicies(String policy) {
    assertTrue(settings("--late-policy=" + policy).isSubTick());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--late-policy=never",
        "--late-policy=catch-up:",
        "--late-policy=catch-up:-1",
        "--sub-tick=yes",
        "--sub-tick-trust=100",
        "--budget=0ms",
        "--budget=5m",
        "--over-budget=end",
        "--over-budget=stop",
        "--mode-rates=boss"
      })
  void refusesWhatMeansNothingAndNamesTheOption(String argument) {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> settings(argument));
    boolean named = refusal.getMessage().contains(argument.substring(0, argument.indexOf('=')));
    assertTrue(named || argument.equals("--budget=0ms"), refusal.getMessage());
  }
}
