/** What was said, kept in a database. */
package dev.jitterlab.chat.store;
