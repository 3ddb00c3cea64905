package dev.jitterlab.aggregator.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class PageKindTest {
  @Test
  void isToldByThePath() {
    assertEquals(PageKind.HOME, PageKind.ofPath("/site-7"));
    assertEquals(PageKind.HOME, PageKind.ofPath("/site-7/"));
    assertEquals(PageKind.HOME, PageKind.ofPath("/site-7/home"));
    assertEquals(PageKind.HOME, PageKind.ofPath("/site-7/api"));
    assertEquals(PageKind.PRODUCT, PageKind.ofPath("/site-7/product/4711"));
    assertEquals(PageKind.PRODUCT, PageKind.ofPath("/site-7/api/product/4711"));
    assertEquals(PageKind.COMPOSED, PageKind.ofPath("/site-7/composed/8/4711"));
    assertEquals(PageKind.CHECKOUT, PageKind.ofPath("/site-7/checkout"));
    assertNull(PageKind.ofPath("/"));
    assertNull(PageKind.ofPath("/health"));
    assertNull(PageKind.ofPath("/site-7/none-such"));
  }
}
