/**
 * What measures the products through their public API: JMH benchmarks, soaks, and the tests that
 * run the short forms. Benchmarks and stress tests that reach inner parts are in the package of
 * their product, in this module's test sources. Nothing here is started by the lab.
 */
package dev.jitterlab.benchmarks;
