/**
 * What users of a server do, as data: journeys of steps with seeded values, think times, values
 * taken from answers, and checks of the answers; how such a scenario is read from YAML, and what
 * the n-th journey of a seed is. It knows no network and no clock.
 */
package dev.jitterlab.scenario;
