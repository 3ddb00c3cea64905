/**
 * Divides the lateness of one tick or request among its causes. docs/diagnosis.md explains how, and
 * docs/diagnosis-causes.md has all the rules. It reads no recording and knows no pattern.
 */
package dev.jitterlab.diagnosis.budget;
