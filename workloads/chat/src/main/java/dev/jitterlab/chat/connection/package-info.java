/** What connections of every design and transport have in common: which are open, which live. */
package dev.jitterlab.chat.connection;
