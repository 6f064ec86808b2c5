import { findSetNames } from '@granary/domain/moisture/constant-sets';
import type { TFunction } from 'i18next';
import { formatCrop } from '../../bin-data/format-crop.ts';
import type { SensorCable } from '../../bin-data/sensor-cables.ts';
import type { Formats } from '../../lib/format.ts';

/** Whose equations they are; people's names are the same in every language. */
const authors = {
  henderson: 'Henderson',
  'chung-pfost': 'Chung-Pfost',
  halsey: 'Halsey',
  oswin: 'Oswin',
} as const;

/** What turned a cable's humidity into moisture, in words: an equation for a crop, or a table. */
export function moistureSourceText(source: string, t: TFunction): string {
  const set = findSetNames(source);
  if (set === null) return t('sensor.byTable');
  return t('sensor.byEquation', { equation: authors[set.model], crop: formatCrop(set.crop, t) });
}

/**
 * That humidity stands where moisture is wished, and on which cables; null where on none. The cables
 * are named, not their crops: those of now need not be those of an older reading.
 */
export function missingMoistureText(
  wishesHumidity: boolean,
  cables: readonly Pick<SensorCable, 'number' | 'moistureSource' | 'cells'>[],
  { t, format }: { readonly t: TFunction; readonly format: Formats },
): string | null {
  // A cable that reports no humidity lacks more than an equation.
  const without = cables.filter(
    ({ moistureSource, cells }) =>
      moistureSource === null && cells.some(({ humidity }) => humidity !== null),
  );
  if (wishesHumidity || without.length === 0) return null;
  const names = without.map(({ number }) => t('settingsForm.cable', { number }));
  const list = new Intl.ListFormat(format.locale).format(names);
  return t('picture.noMoisture', { cables: list });
}
