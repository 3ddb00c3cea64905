/** Baskets of customers, in a store on disk that survives the process. Knows no network. */
package dev.jitterlab.aggregator.basket;
