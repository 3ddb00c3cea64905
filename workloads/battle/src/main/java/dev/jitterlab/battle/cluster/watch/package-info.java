/**
 * The page that a person watches a cluster on: one HTML file, and what it shows as JSON. It asks
 * the allocator and the battle servers, and only while somebody looks. It changes nothing.
 */
package dev.jitterlab.battle.cluster.watch;
