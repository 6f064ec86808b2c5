import type { Cable, Reading } from '@granary/contract/readings/reading-response';
import { depthFromTop } from '@granary/domain/readings/sensors';
import type { TFunction } from 'i18next';

/** A cable with its number, from 1, and its name, which is empty if it has none. */
export interface NamedCable {
  readonly number: number;
  readonly name: string;
}

/** Returns the cable's name or, if it has none, its number: "North", "Cable 3". */
export function formatCableName({ number, name }: NamedCable, t: TFunction): string {
  return name.trim() || t('names.cable', { number });
}

/**
 * Names the cable with the given number: by its name if it is in the list and has one, otherwise by its
 * number.
 */
export function formatCableNameByNumber(
  number: number,
  cables: readonly Pick<Cable, 'cable' | 'name'>[],
  t: TFunction,
): string {
  const name = cables.find(({ cable }) => cable === number)?.name ?? '';
  return formatCableName({ number, name }, t);
}

/** Formats a sensor's name, such as "Cable 3, row 8 from the top". All pages use this format. */
export function formatSensorName(cable: NamedCable, depth: number, t: TFunction): string {
  return t('names.sensor', { cable: formatCableName(cable, t), row: depth });
}

/** Names several sensors of a cable: "Cable 3, rows 8 to 10 from the top". */
export function formatSensorRangeName(
  cable: NamedCable,
  [first, last]: readonly [number, number],
  t: TFunction,
): string {
  if (first === last) return formatSensorName(cable, first, t);
  return t('names.sensors', { cable: formatCableName(cable, t), first, last });
}

/** Names the sensor of a reading at a position along its cable. */
export function formatReadingSensorName(
  { cables, temperatures }: Pick<Reading, 'cables' | 'temperatures'>,
  { cable, position }: { readonly cable: number; readonly position: number },
  t: TFunction,
): string {
  const settings = cables.find((cableSettings) => cableSettings.cable === cable);
  const length = temperatures[cable - 1]?.length ?? position;
  const depth = depthFromTop(position, length, settings?.flip ?? false);
  return formatSensorName({ number: cable, name: settings?.name ?? '' }, depth, t);
}
