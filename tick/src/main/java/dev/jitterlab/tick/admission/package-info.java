/**
 * Answers whether one more task may start before ticks become late. It listens to ticks as any
 * listener does: the schedulers know nothing of it, and nothing here schedules.
 *
 * <p>Start with {@link dev.jitterlab.tick.admission.AdmissionGovernor}.
 */
package dev.jitterlab.tick.admission;
