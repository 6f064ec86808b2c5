import { type BinLoad, MIN_VOLUME } from '@granary/contract/inventory/http';
import type { CropUnit } from '@granary/contract/units';
import type { TFunction } from 'i18next';
import { formatGrainQuantity } from '../../bin-data/format-grain-quantity.ts';
import type { Formats } from '../../lib/format.ts';

/** Describes an entry in a bin's ledger: "Load of 123 bushels, Oct 14, 2026". */
export function describeLoad(
  { type, volume, at }: Pick<BinLoad, 'type' | 'volume' | 'at'>,
  cropUnit: CropUnit,
  { t, format }: { readonly t: TFunction; readonly format: Formats },
): string {
  return t(`loads.what.${type}`, {
    quantity: formatGrainQuantity(volume, cropUnit, { t, format }, countDecimals(volume)),
    date: format.date(at),
  });
}

/** The number of decimals entered, but no more than `MIN_VOLUME` has. */
export function countDecimals(volume: number): number {
  const decimals = String(volume).split('.')[1] ?? '';
  return Math.min(decimals.length, String(MIN_VOLUME).length - 2);
}
