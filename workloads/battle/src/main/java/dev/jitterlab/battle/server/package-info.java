/**
 * The battle server. Two kinds of threads: the one event loop owns the socket, the sessions, the
 * lobby and all cryptography; the scheduler's threads own the battles. Between them go only inputs
 * (one bounded buffer per player), states (a few reused buffers per battle) and the end of a
 * battle. Rules of the game belong into {@code rules}, bytes of packets into {@code session} and
 * {@code protocol}.
 */
package dev.jitterlab.battle.server;
