package dev.jitterlab.business.trade;

/** How large the company is. Immutable and thread-safe. */
public final class CompanySize {
  /** How many districts a warehouse serves. */
  public static final int DISTRICTS = 10;

  private final int warehouses;
  private final int customers;
  private final int products;
  private final int ordersKept;

  /**
   * Creates it.
   *
   * @param warehouses at the beginning
   * @param customers of each district
   * @param products that each warehouse has a stock of
   * @param ordersKept how many orders a district keeps in memory, open and delivered ones
   */
  public CompanySize(int warehouses, int customers, int products, int ordersKept) {
    this.warehouses = warehouses;
    this.customers = customers;
    this.products = products;
    this.ordersKept = ordersKept;
  }

  /** Returns how many warehouses there are at the beginning. */
  public int warehouses() {
    return warehouses;
  }

  /** Returns how many customers a district has. */
  public int customers() {
    return customers;
  }

  /** Returns how many products there are. */
  public int products() {
    return products;
  }

  /** Returns how many orders a district keeps in memory. */
  public int ordersKept() {
    return ordersKept;
  }
}
