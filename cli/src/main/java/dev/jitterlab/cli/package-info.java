/** The commands: parse flags, call the stages, print. */
package dev.jitterlab.cli;
