/**
 * The process: its options, what it shows while it runs, and the independent accounts of what it
 * did.
 */
package dev.jitterlab.business.server;
