import { describe, expect, test } from 'vitest';
import { RowHeights } from './row-heights.ts';

describe('heights of rows', () => {
  test('are as estimated while none was measured', () => {
    expect(new RowHeights().likely(120)).toBe(120);
  });

  test('stand to their estimates as those that were measured do', () => {
    const heights = new RowHeights();
    heights.measured(0, 200, 100);
    heights.measured(1, 280, 140);
    expect(heights.likely(100)).toBe(200);
    expect(heights.likely(60)).toBe(120);
  });

  test('are not learned from rows that are not shown', () => {
    const heights = new RowHeights();
    heights.measured(0, 0, 100);
    expect(heights.likely(100)).toBe(100);
  });

  test('count a row once, as it was measured last', () => {
    const heights = new RowHeights();
    heights.measured(0, 200, 100);
    heights.measured(0, 300, 100);
    expect(heights.likely(100)).toBe(300);
  });
});
