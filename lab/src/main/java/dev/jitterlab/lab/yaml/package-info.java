/**
 * YAML text as a tree in which every node knows its place, and readers that report all errors. It
 * knows no key of any file.
 */
package dev.jitterlab.lab.yaml;
