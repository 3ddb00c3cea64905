/**
 * Pages and merged data: what parts each kind has, how they are gathered in time, and how they
 * become one answer. Stands on the calls, the cache, the baskets and the door.
 */
package dev.jitterlab.aggregator.page;
