/**
 * Other servers that put the same pages together, nginx and Varnish, beside the gateway, each in
 * front of the same upstream services: for comparisons. Knows no pages itself.
 */
package dev.jitterlab.aggregator.peer;
