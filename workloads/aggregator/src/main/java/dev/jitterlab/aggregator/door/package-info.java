/**
 * The HTTP server: reads requests strictly, refuses and counts what is wrong with them, sheds what
 * is too much, and writes answers. Knows nothing of pages.
 */
package dev.jitterlab.aggregator.door;
