/** What a search for heap sizes has found, as a page and as text. It computes no figure. */
package dev.jitterlab.lab.report.size;
