/**
 * From an experiment to all that a run will do, decided before anything starts. No time, no port
 * and no process is in a plan: the same file and seed give the same plan.
 */
package dev.jitterlab.lab.plan;
