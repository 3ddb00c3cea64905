/**
 * Divides the lateness of one tick or request among its causes. docs/diagnosis.md explains the
 * rules.
 */
package dev.jitterlab.diagnosis.budget;
