/** Users who are programs and keep a person company. They are clients like any other. */
package dev.jitterlab.chat.bot;
