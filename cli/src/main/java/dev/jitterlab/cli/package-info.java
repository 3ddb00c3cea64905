/**
 * The commands: parse flags, call the other modules, print. The only place that knows the command
 * line; nothing is decided here that a library call could not decide.
 */
package dev.jitterlab.cli;
