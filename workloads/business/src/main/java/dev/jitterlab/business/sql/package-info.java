/**
 * The company's books in a database, through JDBC: the embedded H2 or PostgreSQL. Knows nothing of
 * who drives it.
 */
package dev.jitterlab.business.sql;
