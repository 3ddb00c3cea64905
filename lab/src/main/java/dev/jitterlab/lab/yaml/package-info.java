/** YAML text as a tree in which every node knows its place, and readers that report all errors. */
package dev.jitterlab.lab.yaml;
