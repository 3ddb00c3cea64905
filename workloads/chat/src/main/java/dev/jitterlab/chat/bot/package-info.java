/**
 * Users who are programs and keep a person company. They are clients like any other. They know
 * nothing of the server.
 */
package dev.jitterlab.chat.bot;
