/**
 * Runs periodic tasks ("ticks") at a fixed rate in one JVM, measures every tick, and says which
 * were late.
 *
 * <p>Start with {@link dev.jitterlab.tick.TickSchedulers}. A tick's times are defined as in the
 * thesis (section 3.4.2); see {@link dev.jitterlab.tick.Tick}.
 *
 * <p>The schedulers' internals live here and stay package-private. The sub-packages {@code
 * recording}, {@code admission} and {@code input} stand on this package's public types; nothing
 * here may use them.
 */
package dev.jitterlab.tick;
