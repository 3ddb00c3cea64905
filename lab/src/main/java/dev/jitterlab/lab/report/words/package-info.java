/** Words and figures that the page, the terminal and the history say alike. */
package dev.jitterlab.lab.report.words;
