/**
 * The cache of fragments in memory: bounded by bytes, with one load for many who ask, and old
 * fragments while new ones are fetched. Knows neither pages nor upstream services.
 */
package dev.jitterlab.aggregator.cache;
