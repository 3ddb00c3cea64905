/**
 * The checks that a trial must pass before its figures may be used: one class each, all in the list
 * {@link dev.jitterlab.lab.validity.TrialChecks}. A check reads {@link
 * dev.jitterlab.lab.validity.evidence.Evidence}, and no file and no figure of the summary itself.
 */
package dev.jitterlab.lab.validity;
