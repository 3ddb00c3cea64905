package dev.jitterlab.battle.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Which handler answers which method and path. A path template is fixed segments and variables, as
 * in {@code /servers/{id}/heartbeat}; the first that fits is taken. Not thread-safe while routes
 * are added.
 */
public final class JsonRoutes {
  /** A method and template with its handler. */
  static final class Route {
    private final String method;
    private final String template;
    private final String[] segments;
    final JsonHandler handler;

    private Route(String method, String template, JsonHandler handler) {
      this.method = method;
      this.template = template;
      this.segments = template.split("/", -1);
      this.handler = handler;
    }

    /** Method and template: a name with few values, for metrics. */
    String name() {
      return method + " " + template;
    }

    private boolean fits(String[] path) {
      if (path.length != segments.length) {
        return false;
      }
      for (int i = 0; i < path.length; i++) {
        if (isVariable(segments[i]) ? path[i].isEmpty() : !segments[i].equals(path[i])) {
          return false;
        }
      }
      return true;
    }

    /** What the path has where the template has variables. */
    Map<String, String> variables(String path) {
      String[] found = path.split("/", -1);
      Map<String, String> variables = new LinkedHashMap<>();
      for (int i = 0; i < segments.length; i++) {
        if (isVariable(segments[i])) {
          variables.put(segments[i].substring(1, segments[i].length() - 1), found[i]);
        }
      }
      return variables;
    }

    private static boolean isVariable(String segment) {
      return segment.startsWith("{");
    }
  }

  private final List<Route> routes = new ArrayList<>();
  private final Map<String, SocketHandler.Factory> sockets = new LinkedHashMap<>();

  /** Adds a route for GET. */
  public JsonRoutes get(String template, JsonHandler handler) {
    return add("GET", template, handler);
  }

  /** Adds a route for POST. */
  public JsonRoutes post(String template, JsonHandler handler) {
    return add("POST", template, handler);
  }

  /** Adds a route for DELETE. */
  public JsonRoutes delete(String template, JsonHandler handler) {
    return add("DELETE", template, handler);
  }

  /**
   * Adds a path at which a page of this server, opened on this machine, gets a WebSocket.
   *
   * @param path without variables
   */
  public JsonRoutes socket(String path, SocketHandler.Factory factory) {
    sockets.put(path, factory);
    return this;
  }

  /** Returns what the WebSockets of that path are for; null when there are none. */
  SocketHandler.Factory socketAt(String path) {
    return sockets.get(path);
  }

  private JsonRoutes add(String method, String template, JsonHandler handler) {
    routes.add(new Route(method, template, handler));
    return this;
  }

  /**
   * Finds the route of a request.
   *
   * @throws HttpError with status 404 for an unknown path, 405 for the wrong method
   */
  Route find(String method, String path) {
    String[] segments = path.split("/", -1);
    TreeSet<String> others = new TreeSet<>();
    for (Route route : routes) {
      if (route.fits(segments)) {
        if (route.method.equals(method)) {
          return route;
        }
        others.add(route.method);
      }
    }
    if (others.isEmpty()) {
      throw new HttpError(404, "there is nothing at this path");
    }
    throw new HttpError(405, "this path takes " + String.join(", ", others) + ", not " + method);
  }
}
