/**
 * Faults that a run injects on purpose, and how well the diagnosis found them
 * (docs/diagnosis-proof.md, "Fault injection"). Nothing that diagnoses may use this package: {@link
 * dev.jitterlab.lab.faults.ConfusionScorer} is the only code that lays injections beside causes.
 */
package dev.jitterlab.lab.faults;
