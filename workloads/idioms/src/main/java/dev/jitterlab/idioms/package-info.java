/**
 * Idioms of Java, each in the ways that compete, as JMH benchmarks ({@code ./jitterlab bench
 * idioms}, docs/idioms.md), and a server that repeats one of them. What is compared with what, on
 * which JDK and with which flags, is decided outside.
 */
package dev.jitterlab.idioms;
