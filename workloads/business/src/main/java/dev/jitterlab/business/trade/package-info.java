/**
 * The rules of the company: what it has, what its customers ask for, and what they are told. Knows
 * no store, no clock and no thread.
 */
package dev.jitterlab.business.trade;
