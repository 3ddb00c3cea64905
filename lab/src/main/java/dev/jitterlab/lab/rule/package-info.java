/**
 * Rules that users write for the diagnosis: read from YAML, and what is wrong with them. What a
 * rule means is the module {@code diagnosis}'s.
 */
package dev.jitterlab.lab.rule;
