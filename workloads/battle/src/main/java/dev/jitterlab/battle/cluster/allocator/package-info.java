/** The service that knows the battle servers and gives each battle to one of them. */
package dev.jitterlab.battle.cluster.allocator;
