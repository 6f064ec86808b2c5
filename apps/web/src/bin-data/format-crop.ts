import { isCropName } from '@granary/domain/moisture/crops';
import type { TFunction } from 'i18next';
import type { Formats } from '../lib/format.ts';

/** A crop's name: one that is built in in the words of the page, an added one as it is written. */
export function formatCrop(crop: string, t: TFunction): string {
  return isCropName(crop) ? t(`cropNames.${crop}`) : crop;
}

/** As `cropText`; of a bin without a crop it says so. */
export function formatBinCrop(crop: string | null, t: TFunction): string {
  return crop === null ? t('bins.noCrop') : formatCrop(crop, t);
}

/** Several crops, each once, as the page's language lists things. */
export function formatCrops(
  crops: readonly (string | null)[],
  t: TFunction,
  { locale }: Pick<Formats, 'locale'>,
): string {
  return new Intl.ListFormat(locale).format(new Set(crops.map((crop) => formatBinCrop(crop, t))));
}
