import type { CropUnit } from '@granary/contract/bins/http';
import type { TFunction } from 'i18next';
import type { Formats } from '../lib/format.ts';

interface Context {
  readonly t: TFunction;
  readonly format: Formats;
}

/** Formats an amount of grain: '5,000 bushels', '1 tonelada'. */
export function formatGrainQuantity(
  amount: number,
  unit: CropUnit,
  { t, format }: Context,
): string {
  const value = format.number(amount);
  return t(`units.grainOf.${unit}`, { count: Math.round(amount), value });
}
