/**
 * Hostile traffic for tests and experiments: what a battle server must withstand. Sends to loopback
 * addresses only, bounded in rate and time.
 */
package dev.jitterlab.battle.hostile;
