/** From an experiment to all that a run will do, decided before anything starts. */
package dev.jitterlab.lab.plan;
