/**
 * The process: its options, what it shows while it runs, and the independent accounts of what it
 * did. No rule of trade and no table.
 */
package dev.jitterlab.business.server;
