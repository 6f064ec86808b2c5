import { namesOfSet } from '@granary/domain/moisture/constant-sets';
import type { TFunction } from 'i18next';
import { cropText } from '../../lib/crop-text.ts';
import type { SensorCable } from '../../lib/sensor-cables.ts';

/** Whose equations they are; people's names are the same in every language. */
const authors = {
  henderson: 'Henderson',
  'chung-pfost': 'Chung-Pfost',
  halsey: 'Halsey',
  oswin: 'Oswin',
} as const;

/** What turned a cable's humidity into moisture, in words: an equation for a crop, or a table. */
export function sourceWords(source: string, t: TFunction): string {
  const set = namesOfSet(source);
  if (set === null) return t('sensor.byTable');
  return t('sensor.byEquation', { equation: authors[set.model], crop: cropText(set.crop, t) });
}

/** That humidity stands where moisture is wished, and for which crops; null where for none. */
export function noMoistureWords(
  wishesHumidity: boolean,
  cables: readonly Pick<SensorCable, 'crop' | 'moistureSource'>[],
  t: TFunction,
): string | null {
  if (wishesHumidity) return null;
  const crops = new Set(
    cables.flatMap(({ crop, moistureSource }) =>
      moistureSource === null && crop !== null ? [cropText(crop, t)] : [],
    ),
  );
  return crops.size === 0 ? null : t('picture.noMoisture', { crops: [...crops].join(', ') });
}
