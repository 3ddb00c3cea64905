/**
 * Finds and installs JDKs, and knows what is the same in all of them: the JDK is a variable of the
 * experiments. It starts no server.
 */
package dev.jitterlab.lab.jdk;
