import type { Bin } from '@granary/contract/bins/http';
import type { Reading } from '@granary/contract/readings/reading-response';
import { cropLimits, temperatureBands } from '@granary/domain/bins/crop-limits';
import type { HotSensor } from '@granary/domain/readings/hot-sensors';
import type { Millis } from '@granary/domain/units';
import type { TFunction } from 'i18next';
import { toBoardContact } from '../../bin-data/board-contact.ts';
import { formatCrop, formatCrops } from '../../bin-data/format-crop.ts';
import { formatGrainQuantity } from '../../bin-data/format-grain-quantity.ts';
import { nameCable, nameSensor } from '../../bin-data/name-sensor.ts';
import { FAN_LABELS, toShownFanState } from '../../bin-data/shown-fan.ts';
import type { LegendProps } from '../../bin-picture/legend.tsx';
import type {
  BinPictureProps,
  CellFacts,
  LongAndShort,
  PictureCable,
  PictureTexts,
} from '../../bin-picture/model.ts';
import type { Formats } from '../../lib/format.ts';
import { hotSpotLabels } from './hot-spot-labels.ts';
import type { OutdoorAir } from './outdoor-air.ts';

interface Context {
  readonly t: TFunction;
  readonly format: Formats;
}

/** All labels of the bin's picture for one reading. */
export function pictureLabels(
  bin: Bin,
  reading: Reading,
  cables: readonly PictureCable[],
  hot: readonly HotSensor[],
  context: Context,
): PictureTexts {
  const { t, format } = context;
  const percent = format.percent(reading.fillPercent);
  const listCrops = (subBin: number) =>
    reading.cables
      .filter((cable) => cable.subBin === subBin)
      .map((cable) => cable.crop ?? bin.crop);
  return {
    title: t('picture.title', { name: bin.name }),
    level: { long: t('picture.full', { percent }), short: percent },
    quantity: quantityLabel(bin, reading, context),
    levelUnknown: { title: t('picture.level'), detail: t('picture.unknown') },
    disabled: { long: t('picture.disabled'), short: t('sensors.off') },
    cable: (cable) =>
      t('picture.cable', { cable: nameCable(cable, t), crop: formatCrop(cable.crop ?? '', t) }),
    row: (depth) => t('picture.row', { depth }),
    subBin: (subBin) => formatCrops(listCrops(subBin), t, format),
    cell: (facts) => cellLabel(facts, bin, context),
    ...hotSpotLabels(bin, cables, hot, context),
  };
}

function quantityLabel(
  bin: Bin,
  { loadQuantity }: Reading,
  { t, format }: Context,
): LongAndShort | null {
  if (loadQuantity === null) return null;
  const short = formatGrainQuantity(loadQuantity, bin.cropUnit, { t, format });
  return {
    short,
    long: t('picture.quantity', { quantity: short, crop: formatCrop(bin.crop ?? '', t) }).trim(),
  };
}

/** "Cable 3, row 11 from the top, 31.4 degrees, above limit, under grain". */
function cellLabel(facts: CellFacts, bin: Bin, { t, format }: Context): string {
  const { cable, cell } = facts;
  const name = nameSensor(cable, cell.depth, t);
  if (cell.status === 'disable') return `${name}, ${t('picture.disabled')}`;
  const words = [name];
  if (cell.temperature === null) words.push(t('picture.noValue'));
  else words.push(format.temperature(cell.temperature, bin.temperatureUnit));
  if (facts.temperature !== null) words.push(t(`picture.temperature.${facts.temperature}`));
  if (facts.isHotSpot) words.push(t('picture.inHotSpot'));
  words.push(...moistureLabels(facts, { t, format }));
  if (facts.isTooWet) words.push(t('picture.tooWet'));
  if (cell.status === 'mute') words.push(t('picture.muted'));
  words.push(t(facts.isHeadspace ? 'picture.headspace' : 'picture.underGrain'));
  return words.join(', ');
}

function moistureLabels(
  { cable, cell, moisture, isHeadspace }: CellFacts,
  { t, format }: Context,
): string[] {
  // There is no grain in the headspace.
  if (cable.showsHumidity || isHeadspace) {
    if (cell.humidity === null) return [];
    return [t('picture.humidity', { value: format.percent(cell.humidity, 0) })];
  }
  if (cell.moisture === null) return [];
  const value = format.percent(cell.moisture);
  const words = [
    t(cell.isMoistureAboveRange ? 'picture.moistureOver' : 'picture.moisture', { value }),
  ];
  if (moisture !== null) words.push(t(`picture.moistureLimit.${moisture}`));
  return words;
}

/** The plenum's values; null if the bin has no plenum sensor. */
export function plenumLabels(bin: Bin, reading: Reading, { t, format }: Context) {
  if (!bin.plenumSensorAttached) return null;
  const speed = reading.windSpeed ?? reading.windSpeedPlenum2;
  const pressure = reading.windPressure ?? reading.windPressurePlenum2;
  const words = [
    speed === null ? null : t('picture.plenum', { speed: format.number(speed, 1) }),
    pressure === null ? null : t('units.pascal', { value: format.number(pressure) }),
    reading.windTemperature === null
      ? null
      : format.temperature(reading.windTemperature, bin.temperatureUnit),
  ].filter((part) => part !== null);
  const [short = t('picture.plenumNoData')] = words;
  return { short, long: words.length === 0 ? short : words.join(' · ') };
}

/** The fan's state at `now`, with the newest reading; null without a fan. */
export function pictureFan(
  bin: Bin,
  newest: Reading,
  now: Millis,
  { t }: Context,
): BinPictureProps['fan'] {
  if (!bin.fan.attached) return null;
  const state = toShownFanState(bin.fan, bin.alerts, toBoardContact(bin, newest), now);
  return {
    state: state ?? 'off',
    label: state === null ? t('fan.fanUnknown') : t(FAN_LABELS[state]),
    detail: t(`fan.mode.${bin.fanMode}`),
  };
}

/** The outdoor sensor's values; null without one. */
export function pictureOutside(bin: Bin, outside: OutdoorAir | null, { t, format }: Context) {
  if (outside === null) return null;
  const { temperature, humidity } = outside;
  const short = format.temperature(temperature, bin.temperatureUnit);
  const long = humidity === null ? short : `${short} · ${format.percent(humidity, 0)}`;
  return { label: t('cards.outside'), short, long };
}

/** The legend's labels; the limit is included if all cables share it. */
export function legendLabels(
  bin: Bin,
  cables: readonly PictureCable[],
  isDark: boolean,
  { t, format }: Context,
): Pick<LegendProps, 'texts' | 'bands'> {
  const limits = new Set(cables.map((cable) => cropLimits(cable.crop).temperature.max));
  const [only] = limits.size === 1 ? limits : [];
  const limit = only === undefined ? null : format.limit(only, bin.temperatureUnit);
  const bands = temperatureBands
    .map((band) => format.limit(band, bin.temperatureUnit).replace(/\D+$/, ''))
    .join(', ');
  return {
    texts: {
      below: limit === null ? t('legend.belowCropLimit') : t('legend.below', { limit }),
      above: limit === null ? t('legend.aboveCropLimit') : t('legend.above', { limit }),
      headspace: t('legend.headspace'),
      'moisture-below': t('legend.moistureBelow'),
      'moisture-within': t('legend.moistureWithin'),
      'moisture-above': t('legend.moistureAbove'),
      humidity: t('legend.humidity'),
      'too-wet': t('legend.tooWet'),
      muted: t('legend.muted'),
      disabled: t('legend.disabled'),
      missing: t('legend.missing'),
    },
    bands: t(isDark ? 'legend.brighter' : 'legend.darker', { bands }),
  };
}
