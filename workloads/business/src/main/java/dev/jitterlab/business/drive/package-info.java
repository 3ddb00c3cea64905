/**
 * Who makes the transactions, and when: terminals that think, terminals that follow a plan, and the
 * two that raise the load until the server no longer keeps up. Knows the store only by its
 * interface.
 */
package dev.jitterlab.business.drive;
