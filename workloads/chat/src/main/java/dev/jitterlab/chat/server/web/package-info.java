/**
 * The page to talk on, and its users over WebSocket: one event loop for all of them. No rule of a
 * room.
 */
package dev.jitterlab.chat.server.web;
