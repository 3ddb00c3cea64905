/** What the places that text is printed to can show, and text set for them. */
package dev.jitterlab.lab.terminal;
