/**
 * The users that load chat servers, and check that every message came to everybody else, once and
 * in order. Knows the wire, and nothing of the server.
 */
package dev.jitterlab.chat.load;
