/**
 * The run directory: the names and the formats of its files, such as how far a run came and what
 * became of a process. The only thing that the stages share, so it knows none of them.
 */
package dev.jitterlab.lab.run;
