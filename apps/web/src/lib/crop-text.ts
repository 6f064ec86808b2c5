import { isCropName } from '@granary/domain/moisture/crops';
import type { TFunction } from 'i18next';

/** A crop's name: one that is built in in the words of the page, an added one as it is written. */
export function cropText(crop: string, t: TFunction): string {
  return isCropName(crop) ? t(`cropNames.${crop}`) : crop;
}
