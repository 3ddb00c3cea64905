/**
 * The experiment file: parsed, validated, and every error shown at its place. It decides nothing
 * about the order of a run.
 */
package dev.jitterlab.lab.experiment;
