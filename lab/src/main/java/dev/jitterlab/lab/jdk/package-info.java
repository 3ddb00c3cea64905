/** Finds and installs JDKs: the JDK is a variable of the experiments. It starts no server. */
package dev.jitterlab.lab.jdk;
