/**
 * The command: its options, the threads that answer, what is counted and recorded, and how all
 * parts become one process. No page, no call and no rule of HTTP.
 */
package dev.jitterlab.aggregator.server;
