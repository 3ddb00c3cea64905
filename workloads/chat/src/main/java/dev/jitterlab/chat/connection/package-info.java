/**
 * What connections of every design and transport have in common: which are open, which live.
 * Nothing of one design or of one transport.
 */
package dev.jitterlab.chat.connection;
