/**
 * What every load generator has: the servers that it is pointed at, what the plan of the load says
 * is due, and exact counts of what was sent and what was answered. It knows no protocol and no
 * workload.
 */
package dev.jitterlab.load;
