/**
 * Keeps what ticks took: histograms, exact counts, and the tick log. It listens to ticks as any
 * listener does: the schedulers know nothing of it. The flight-recorder event is not here, because
 * the schedulers themselves begin and end it.
 *
 * <p>Start with {@link dev.jitterlab.tick.recording.TickRecorder}.
 */
package dev.jitterlab.tick.recording;
