/**
 * The game: an authoritative, deterministic simulation of one battle. Knows no network and no
 * clock; its time is the tick. Everything is computed in integers, so the same seed and the same
 * inputs give the same state on every JDK and processor.
 */
package dev.jitterlab.battle.rules;
