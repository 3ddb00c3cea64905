/** What the server and the bots have in common as processes: version, parts, ending. */
package dev.jitterlab.battle.process;
