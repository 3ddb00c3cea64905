/**
 * Pages and merged data: what parts each kind has, how they are gathered in time, and how they
 * become one answer. Stands on the calls, the cache, the baskets and the door. No socket and no
 * thread of its own.
 */
package dev.jitterlab.aggregator.page;
