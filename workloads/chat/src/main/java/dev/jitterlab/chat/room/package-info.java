/** Who is in a room and who hears what: no network, no threads of its own. */
package dev.jitterlab.chat.room;
