/**
 * The battle server. Two kinds of threads: the one event loop owns the socket, the sessions and the
 * lobby, and does all cryptography; the scheduler's threads own the battles. Between them go only
 * inputs (one bounded buffer per player), states (a few reused buffers per battle) and the end of a
 * battle.
 */
package dev.jitterlab.battle.server;
