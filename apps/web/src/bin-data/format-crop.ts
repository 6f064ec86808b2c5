import { isCropName } from '@granary/domain/moisture/crops';
import type { TFunction } from 'i18next';
import type { Formats } from '../lib/format.ts';

/** Formats the name of a crop: built-in names are translated, and added names stay as written. */
export function formatCrop(crop: string, t: TFunction): string {
  return isCropName(crop) ? t(`cropNames.${crop}`) : crop;
}

/** Like `formatCrop`, with text for a bin without a crop. */
export function formatBinCrop(crop: string | null, t: TFunction): string {
  return crop === null ? t('bins.noCrop') : formatCrop(crop, t);
}

/** Formats several crops as a list that names each crop once. */
export function formatCrops(
  crops: readonly (string | null)[],
  t: TFunction,
  { locale }: Pick<Formats, 'locale'>,
): string {
  return new Intl.ListFormat(locale).format(new Set(crops.map((crop) => formatBinCrop(crop, t))));
}
