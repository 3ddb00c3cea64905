/**
 * The company's books in this process's heap: objects and strings, as a business server without a
 * database has them, and one lock for each warehouse. Knows nothing of who drives it.
 */
package dev.jitterlab.business.memory;
