package dev.jitterlab.lab.report.chart;

import com.fasterxml.jackson.annotation.JsonFormat;

/** A straight piece from one point to another; {@code [x1, y1, x2, y2]} in JSON. */
@JsonFormat(shape = JsonFormat.Shape.ARRAY)
public record Segment(double x1, double y1, double x2, double y2) {}
