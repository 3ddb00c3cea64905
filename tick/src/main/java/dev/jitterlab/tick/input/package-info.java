/**
 * Says when inside a tick an input happened, and gives a tick its inputs in that order. It is used
 * from within ticks and needs a {@link dev.jitterlab.tick.Tick} only; it knows no scheduler and no
 * network.
 *
 * <p>Start with {@link dev.jitterlab.tick.input.SubTick}.
 */
package dev.jitterlab.tick.input;
