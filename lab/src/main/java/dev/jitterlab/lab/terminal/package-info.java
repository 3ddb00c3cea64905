/**
 * What the places that text is printed to can show, and text set for them. It knows nothing of what
 * is printed.
 */
package dev.jitterlab.lab.terminal;
