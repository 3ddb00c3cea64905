/** What was said, kept in a database. No network. */
package dev.jitterlab.chat.store;
