import { describe, expect, it } from 'vitest';
import { type TokenName, tokens } from './tokens.ts';

/** Contrast ratio of two colors (WCAG 2.2, "contrast ratio" and "relative luminance"). */
function contrast(a: string, b: string): number {
  const [luminanceA, luminanceB] = [luminance(a), luminance(b)];
  return (Math.max(luminanceA, luminanceB) + 0.05) / (Math.min(luminanceA, luminanceB) + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const backgrounds: TokenName[] = ['page', 'card'];
const textColors: TokenName[] = [
  'ink',
  'ink-2',
  'ink-3',
  'ok',
  'watch',
  'warning',
  'critical',
  'no-data',
  'unknown',
];

const textPairs: (readonly [text: TokenName, background: TokenName])[] = [
  ...textColors.flatMap((text) => backgrounds.map((background) => [text, background] as const)),
  ['ink', 'sunk'],
  ['ink-2', 'sunk'],
  ['ink-3', 'sunk'],
  ['on-gold', 'gold'],
  ['on-gold', 'gold-hover'],
  ['on-critical', 'critical-fill'],
  ['on-ink', 'ink'],
  ['on-ink', 'ink-2'],
  ['on-ink', 'ok'],
  ['on-ink', 'watch'],
  ['on-ink', 'warning'],
  ['ok', 'ok-tint'],
  ['ink-2', 'ok-tint'],
  ['watch', 'watch-tint'],
  ['warning', 'warning-tint'],
  ['critical', 'critical-tint'],
  ['on-off', 'off'],
  ['ink', 'metal'],
  ['ink-2', 'metal'],
  ['ink-2', 'air'],
  ['ink-2', 'grain'],
  ...([0, 1, 2, 3, 4, 5] as const).map((n) => [`on-below-${n}`, `below-${n}`] as const),
  ...([1, 2, 3, 4, 5] as const).map((n) => [`on-above-${n}`, `above-${n}`] as const),
  ...(['below', 'within', 'above'] as const).map(
    (range) => [`on-moisture-${range}`, `moisture-${range}`] as const,
  ),
];

const markPairs: (readonly [mark: TokenName, background: TokenName])[] = [
  ...(['edge', 'wall'] as const).flatMap((mark) =>
    backgrounds.map((background) => [mark, background] as const),
  ),
  ['surface', 'air'],
  ['surface', 'grain'],
  ['above-line', 'grain'],
  ['moisture-above-line', 'grain'],
  ['cable', 'air'],
  ['edge', 'air'],
  ['chart-temperature', 'card'],
  ['chart-moisture', 'card'],
  ['chart-outside', 'card'],
];

/** Hue of a color, degrees: 0 red, 120 green, 240 blue. */
function hue(hex: string): number {
  const channels = [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
  const [red = 0, green = 0, blue = 0] = channels;
  const [maxChannel, minChannel] = [Math.max(...channels), Math.min(...channels)];
  const hueSector =
    maxChannel === red
      ? (green - blue) / (maxChannel - minChannel)
      : maxChannel === green
        ? 2 + (blue - red) / (maxChannel - minChannel)
        : 4 + (red - green) / (maxChannel - minChannel);
  return 60 * hueSector;
}

describe.each(['light', 'dark'] as const)('the %s color scheme', (scheme) => {
  it('is green below the limit, red at or above it, and blue for moisture', () => {
    for (const band of [0, 1, 2, 3, 4, 5] as const) {
      expect(Math.abs(hue(tokens[scheme][`below-${band}`]) - 130)).toBeLessThan(20);
    }
    for (const band of [1, 2, 3, 4, 5] as const) {
      expect(Math.abs(hue(tokens[scheme][`above-${band}`]))).toBeLessThan(20);
    }
    for (const range of ['below', 'within', 'above'] as const) {
      expect(Math.abs(hue(tokens[scheme][`moisture-${range}`]) - 210)).toBeLessThan(10);
    }
  });

  it('uses a stronger color for wetter grain: darker in light mode, lighter in dark mode', () => {
    const luminances = (['below', 'within', 'above'] as const).map((range) =>
      luminance(tokens[scheme][`moisture-${range}`]),
    );
    const ascending = luminances.toSorted((a, b) => a - b);
    expect(luminances).toEqual(scheme === 'dark' ? ascending : ascending.toReversed());
  });

  it.each(textPairs)('has readable text %s on %s', (text, background) => {
    expect(contrast(tokens[scheme][text], tokens[scheme][background])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(markPairs)('has visible marks %s on %s', (mark, background) => {
    expect(contrast(tokens[scheme][mark], tokens[scheme][background])).toBeGreaterThanOrEqual(3);
  });
});
