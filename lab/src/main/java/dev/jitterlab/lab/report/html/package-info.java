/** HTML as text, escaped in one place. Nothing here knows what is written. */
package dev.jitterlab.lab.report.html;
