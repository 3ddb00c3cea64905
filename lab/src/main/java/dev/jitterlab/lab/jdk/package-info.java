/** Finds and installs JDKs: the JDK is a variable of the experiments. */
package dev.jitterlab.lab.jdk;
