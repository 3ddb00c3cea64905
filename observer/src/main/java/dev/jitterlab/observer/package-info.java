/**
 * What a measured process shows of itself: its metrics to Prometheus, the line that says it is
 * ready, and the errors that say why it is not. It knows the tick library and no server.
 */
package dev.jitterlab.observer;
