/** The service that players log in to, and that issues what they connect to a server with. */
package dev.jitterlab.battle.cluster.login;
