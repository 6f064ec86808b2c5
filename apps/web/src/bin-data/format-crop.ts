import { isCropName } from '@granary/domain/moisture/crops';
import type { TFunction } from 'i18next';
import type { Formats } from '../lib/format.ts';

/** Formats the name of a crop: built-in ones are translated, added ones stay as written. */
export function formatCrop(crop: string, t: TFunction): string {
  return isCropName(crop) ? t(`cropNames.${crop}`) : crop;
}

/** Like `formatCrop`, with a text for a bin without a crop. */
export function formatBinCrop(crop: string | null, t: TFunction): string {
  return crop === null ? t('bins.noCrop') : formatCrop(crop, t);
}

/** Formats several crops as a list, each once. */
export function formatCrops(
  crops: readonly (string | null)[],
  t: TFunction,
  { locale }: Pick<Formats, 'locale'>,
): string {
  return new Intl.ListFormat(locale).format(new Set(crops.map((crop) => formatBinCrop(crop, t))));
}
