/**
 * What the services of a cluster have in common: the key, tickets, and how a service is a process.
 * One package below for each service; they know one another by HTTP only.
 */
package dev.jitterlab.battle.cluster;
