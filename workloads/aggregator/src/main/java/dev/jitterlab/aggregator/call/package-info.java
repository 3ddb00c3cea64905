/**
 * Calls to upstream services: connections, deadlines, budgets, hedging, circuit breakers and
 * bulkheads. Knows neither pages nor caches.
 */
package dev.jitterlab.aggregator.call;
