package dev.jitterlab.aggregator.upstream;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which service behaves how. A text such as {@code *:median=3,p99=20; reviews:errors=0.1;
 * stock/2:hang=1} has rules separated by semicolons: a service or {@code *}, after a slash perhaps
 * the number of one replica (from 1), and values. Later rules win, value by value. Thread-safe.
 */
public final class BehaviourRules {
  private static final Set<String> RATIOS = Set.of("errors", "hang", "cut", "slow");
  private static final Set<String> TIMES = Set.of("median", "p99", "slow-ms");
  private static final int MOST_SERVICES = 10_000;
  private static final int MOST_BYTES = 200_000;

  private static final class Rule {
    final String service;
    final int replica;
    final Map<String, Double> values = new HashMap<>();

    Rule(String service, int replica) {
      this.service = service;
      this.replica = replica;
    }
  }

  private final List<Rule> rules;
  private final Map<String, ServiceBehaviour> known = new ConcurrentHashMap<>();

  private BehaviourRules(List<Rule> rules) {
    this.rules = rules;
  }

  /**
   * Reads rules.
   *
   * @throws IllegalArgumentException with what is wrong, and what is right
   */
  public static BehaviourRules parse(String text) {
    List<Rule> rules = new ArrayList<>();
    for (String part : text.split(";", -1)) {
      if (!part.isBlank()) {
        rules.add(rule(part.trim()));
      }
    }
    return new BehaviourRules(rules);
  }

  private static Rule rule(String text) {
    int colon = text.indexOf(':');
    if (colon <= 0) {
      throw new IllegalArgumentException(
          "`" + text + "` is no rule of a service; one is like reviews:errors=0.1,median=5");
    }
    String who = text.substring(0, colon).trim();
    int slash = who.indexOf('/');
    Rule rule =
        slash < 0
            ? new Rule(who, 0)
            : new Rule(who.substring(0, slash), (int) number(who.substring(slash + 1), 1, 1_000));
    for (String pair : text.substring(colon + 1).split(",", -1)) {
      String[] keyValue = pair.trim().split("=", -1);
      if (keyValue.length != 2) {
        throw new IllegalArgumentException(
            "`" + pair.trim() + "` in `" + text + "` is no key=value");
      }
      rule.values.put(keyValue[0], value(keyValue[0], keyValue[1]));
    }
    return rule;
  }

  private static double value(String key, String text) {
    if (RATIOS.contains(key)) {
      return number(text, 0, 1);
    }
    if (TIMES.contains(key)) {
      return number(text, 0, 600_000);
    }
    if (key.equals("bytes")) {
      return number(text, 1, MOST_BYTES);
    }
    throw new IllegalArgumentException(
        "`"
            + key
            + "` is nothing that a service has; it is one of median, p99, slow-ms (milliseconds),"
            + " errors, hang, cut, slow (shares from 0 to 1) and bytes");
  }

  private static double number(String text, double least, double most) {
    double number;
    try {
      number = Double.parseDouble(text.trim());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("`" + text + "` is no number", e);
    }
    if (!(number >= least && number <= most)) {
      throw new IllegalArgumentException("`" + text + "` is not from " + least + " to " + most);
    }
    return number;
  }

  /** Returns these rules with others behind them, which win. */
  BehaviourRules with(BehaviourRules others) {
    List<Rule> all = new ArrayList<>(rules);
    all.addAll(others.rules);
    return new BehaviourRules(all);
  }

  /** Returns how a service of a replica, counted from 1, behaves. */
  ServiceBehaviour of(String service, int replica) {
    String key = service + '/' + replica;
    ServiceBehaviour behaviour = known.get(key);
    if (behaviour == null) {
      Map<String, Double> values = new HashMap<>();
      for (Rule rule : rules) {
        if ((rule.service.equals("*") || rule.service.equals(service))
            && (rule.replica == 0 || rule.replica == replica)) {
          values.putAll(rule.values);
        }
      }
      behaviour = new ServiceBehaviour(values);
      if (known.size() < MOST_SERVICES) {
        known.put(key, behaviour);
      }
    }
    return behaviour;
  }
}
