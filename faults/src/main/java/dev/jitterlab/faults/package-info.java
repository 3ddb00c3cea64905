/**
 * An agent that disturbs a server at known times, so that a diagnosis can be tested
 * (docs/diagnosis-proof.md, "Fault injection"). Its own module and jar: the agent that observes
 * must never be able to harm a server. The build puts these classes into a package without our
 * name, and classes, methods and threads are called as an application's would be, because they
 * stand in the stacks that the diagnosis sees.
 */
package dev.jitterlab.faults;
