/** The experiment file: parsed, validated, and every error shown at its place. */
package dev.jitterlab.lab.experiment;
