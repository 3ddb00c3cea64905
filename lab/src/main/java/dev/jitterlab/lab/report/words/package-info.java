/**
 * Words and figures that the page, the terminal and the history say alike. No markup, no colours.
 */
package dev.jitterlab.lab.report.words;
