/**
 * Rules that users write: what they look for in a recording, and what was found. A rule says which
 * events it needs; without them it is not recorded, never "no". Nothing here reads a file.
 */
package dev.jitterlab.diagnosis.rule;
