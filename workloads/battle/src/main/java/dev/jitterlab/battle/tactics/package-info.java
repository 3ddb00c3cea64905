/**
 * How players decide who are no people: from what a player sees of a battle to what he does. No
 * network, no clock, and no more than a person would see.
 */
package dev.jitterlab.battle.tactics;
