/** A server that does nothing but tick: periodic tasks of any number, rate and duration. */
package dev.jitterlab.periodic;
