package dev.jitterlab.lab.experiment;

/**
 * A text file that is rendered for each group, or for each instance.
 *
 * @param file the template, relative to the experiment's folder
 * @param to where the outcome goes, relative to the folder of rendered files; may have placeholders
 * @param line where {@code to} stands in the experiment, from 1
 * @param column likewise
 */
public record Template(String file, String to, int line, int column) {}
