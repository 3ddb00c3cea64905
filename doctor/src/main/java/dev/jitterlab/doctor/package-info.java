/**
 * {@code jitterlab doctor}: how noisy this machine is, which differences an experiment can decide
 * on it, and what would help. It runs two short experiments of the lab and reads the machine's
 * settings; it changes nothing. The checks of a trial live in the lab, not here.
 */
package dev.jitterlab.doctor;
