import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Span } from './components/plot.ts';
import { fullSpan, panTo, zoomIn, zoomOut } from './zoom.ts';

const times = Array.from({ length: 101 }, (_, n) => n * 10);
const whole = fullSpan(times);
const length = ({ from, to }: Span) => to - from;

describe('zooming in', () => {
  it('halves the range and keeps the highlighted time in place', () => {
    expect(zoomIn(whole, 400, times)).toEqual({ from: 200, to: 700 });
    expect(zoomIn(whole, 1000, times)).toEqual({ from: 500, to: 1000 });
  });

  it('stops at a few records', () => {
    const closest = Array.from({ length: 20 }).reduce<Span>(
      (shown) => zoomIn(shown, 330, times),
      whole,
    );
    expect(length(closest)).toBe(40);
    expect(zoomIn(closest, 330, times)).toEqual(closest);
  });

  it('stays within the full range, keeps the highlighted time, and can be undone step by step', () => {
    const at = fc.integer({ min: 0, max: 1000 });
    fc.assert(
      fc.property(at, fc.integer({ min: 1, max: 4 }), (anchor, steps) => {
        let shown = whole;
        for (let step = 0; step < steps; step++) {
          shown = zoomIn(shown, anchor, times);
          expect(shown.from).toBeGreaterThanOrEqual(whole.from);
          expect(shown.to).toBeLessThanOrEqual(whole.to);
          expect(anchor).toBeGreaterThanOrEqual(shown.from);
          expect(anchor).toBeLessThanOrEqual(shown.to);
        }
        for (let step = 1; step < steps; step++) shown = zoomOut(shown, anchor, times) ?? whole;
        expect(length(shown)).toBeCloseTo(500);
        expect(zoomOut(shown, anchor, times)).toBeNull();
      }),
    );
  });

  it('pans to a highlighted time outside the shown range', () => {
    expect(panTo({ from: 200, to: 300 }, 250, times)).toEqual({ from: 200, to: 300 });
    expect(panTo({ from: 200, to: 300 }, 600, times)).toEqual({ from: 550, to: 650 });
    expect(panTo({ from: 200, to: 300 }, 1000, times)).toEqual({ from: 900, to: 1000 });
  });
});

describe('the full range', () => {
  it('has a margin around a single time', () => {
    const { from, to } = fullSpan([5000]);
    expect(to - from).toBeGreaterThan(0);
    expect((from + to) / 2).toBe(5000);
    expect(zoomIn({ from, to }, 5000, [5000])).toEqual({ from, to });
  });
});
