import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Span } from './components/plot.ts';
import { getFullSpan, panTo, zoomIn, zoomOut } from './zoom.ts';

const times = Array.from({ length: 101 }, (_, n) => n * 10);
const fullRange = getFullSpan(times);
const getLength = ({ from, to }: Span) => to - from;

describe('zooming in', () => {
  it('halves the range and keeps the highlighted time in place', () => {
    expect(zoomIn(fullRange, 400, times)).toEqual({ from: 200, to: 700 });
    expect(zoomIn(fullRange, 1000, times)).toEqual({ from: 500, to: 1000 });
  });

  it('stops when only a few records are shown', () => {
    const closestSpan = Array.from({ length: 20 }).reduce<Span>(
      (span) => zoomIn(span, 330, times),
      fullRange,
    );
    expect(getLength(closestSpan)).toBe(40);
    expect(zoomIn(closestSpan, 330, times)).toEqual(closestSpan);
  });

  it('stays within the full range, keeps the highlighted time in view, and can be undone step by step', () => {
    const at = fc.integer({ min: 0, max: 1000 });
    fc.assert(
      fc.property(at, fc.integer({ min: 1, max: 4 }), (anchor, steps) => {
        let span = fullRange;
        for (let step = 0; step < steps; step++) {
          span = zoomIn(span, anchor, times);
          expect(span.from).toBeGreaterThanOrEqual(fullRange.from);
          expect(span.to).toBeLessThanOrEqual(fullRange.to);
          expect(anchor).toBeGreaterThanOrEqual(span.from);
          expect(anchor).toBeLessThanOrEqual(span.to);
        }
        for (let step = 1; step < steps; step++) span = zoomOut(span, anchor, times) ?? fullRange;
        expect(getLength(span)).toBeCloseTo(500);
        expect(zoomOut(span, anchor, times)).toBeNull();
      }),
    );
  });

  it('pans to a highlighted time outside the visible range', () => {
    expect(panTo({ from: 200, to: 300 }, 250, times)).toEqual({ from: 200, to: 300 });
    expect(panTo({ from: 200, to: 300 }, 600, times)).toEqual({ from: 550, to: 650 });
    expect(panTo({ from: 200, to: 300 }, 1000, times)).toEqual({ from: 900, to: 1000 });
  });
});

describe('the full range', () => {
  it('has a margin around a single time', () => {
    const { from, to } = getFullSpan([5000]);
    expect(to - from).toBeGreaterThan(0);
    expect((from + to) / 2).toBe(5000);
    expect(zoomIn({ from, to }, 5000, [5000])).toEqual({ from, to });
  });
});
