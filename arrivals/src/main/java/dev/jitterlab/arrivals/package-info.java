/**
 * When requests, players or ticks are to come: plans, the syntax in which experiments and command
 * lines write them (docs/load.md), and the schedule of ticks that we only watch. The lab that
 * checks a plan and the generator that keeps it read it by this. And what Flight Recorder records
 * of a server, and what that shows: lab, diagnosis and agent agree on it. Nothing here sends
 * anything.
 */
package dev.jitterlab.arrivals;
