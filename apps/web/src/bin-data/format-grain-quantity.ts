import type { CropUnit } from '@granary/contract/units';
import type { TFunction } from 'i18next';
import type { Formats } from '../lib/format.ts';

interface Context {
  readonly t: TFunction;
  readonly format: Formats;
}

/** Formats an amount of grain: '5,000 bushels', '1 tonelada' or, with one decimal, '888.1 tonnes'. */
export function formatGrainQuantity(
  amount: number,
  unit: CropUnit,
  { t, format }: Context,
  digits = 0,
): string {
  const value = format.number(amount, digits);
  return t(`units.grainOf.${unit}`, { count: Number(amount.toFixed(digits)), value });
}
