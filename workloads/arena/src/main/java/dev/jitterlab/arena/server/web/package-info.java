/**
 * The page to play on, and its players over WebSocket. Knows the game by {@code BrowserGame} only.
 */
package dev.jitterlab.arena.server.web;
