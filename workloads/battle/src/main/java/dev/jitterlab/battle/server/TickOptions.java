package dev.jitterlab.battle.server;

import dev.jitterlab.program.DurationOption;
import dev.jitterlab.settings.Setting;
import dev.jitterlab.tick.ExecutionBudget;
import picocli.CommandLine.Option;

/** The server's options of how battles tick. */
final class TickOptions {
  private static final String ON = "on";
  private static final String OFF = "off";
  private static final String QUARANTINE = "quarantine";
  private static final String END = "end";

  @Setting
  @Option(
      names = "--mode-rates",
      paramLabel = "MODE:HZ,...",
      description = "Modes that tick at another rate, such as escort:12,boss:30.")
  private String modeRates;

  @Setting(min = 1, max = 100)
  @Option(
      names = "--physics-every",
      defaultValue = "1",
      paramLabel = "TICKS",
      description = "Move the things in the arena at every so many ticks only.")
  private int physicsEvery;

  @Setting(choices = {ON, OFF})
  @Option(
      names = "--sub-tick",
      defaultValue = ON,
      description =
          "Place inputs inside the tick, by when their players say they happened: on, off.")
  private String subTick;

  @Setting
  @Option(
      names = "--sub-tick-trust",
      defaultValue = "100ms",
      description = "How long before its arrival an input can have happened, at most.")
  private String trust;

  @Setting
  @Option(
      names = "--late-policy",
      defaultValue = "catch-up",
      description =
          "What becomes of the ticks that a battle missed: catch-up, catch-up:<most>, skip,"
              + " coalesce or slow-down.")
  private String latePolicy;

  @Setting
  @Option(
      names = "--budget",
      paramLabel = "DURATION",
      description = "How long a tick of a battle may take, such as 5ms. Default: no budget.")
  private String budget;

  @Setting(choices = {QUARANTINE, END})
  @Option(
      names = "--over-budget",
      defaultValue = QUARANTINE,
      description =
          "What becomes of a battle that keeps exceeding the budget: quarantine, which isolates it"
              + " with --scheduler=partitioned, or end.")
  private String overBudget;

  /**
   * Returns the settings.
   *
   * @throws IllegalArgumentException if an option means nothing
   */
  TickSettings settings() {
    TickSettings settings =
        TickSettings.defaults().physicsEvery(physicsEvery).latePolicy(latePolicy);
    if (modeRates != null) {
      settings = settings.modeRates(ModeRates.parse(modeRates));
    }
    long trustNs = DurationOption.nanos("--sub-tick-trust", trust);
    settings = subTick.equals(ON) ? settings.subTick(trustNs) : settings.withoutSubTick();
    boolean ends = overBudget.equals(END);
    if (budget == null) {
      if (ends) {
        throw new IllegalArgumentException("--over-budget=end needs a --budget, such as 5ms");
      }
      return settings;
    }
    return settings.budget(ExecutionBudget.ofNs(DurationOption.nanos("--budget", budget)), ends);
  }
}
