/** Clients that mean ill, so that it can be measured what the others notice of them. */
package dev.jitterlab.chat.hostile;
