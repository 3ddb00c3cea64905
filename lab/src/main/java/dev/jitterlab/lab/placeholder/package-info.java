/**
 * The one syntax of placeholders in texts, and the names that are known only when a process starts.
 * What the names stand for is known elsewhere: nothing here knows a plan or a process.
 */
package dev.jitterlab.lab.placeholder;
