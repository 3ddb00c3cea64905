/**
 * Hostile traffic for tests and experiments: what a battle server must withstand. Sends to loopback
 * addresses only, bounded in rate and time. Nothing that defends a server, and nothing of its code.
 */
package dev.jitterlab.battle.hostile;
