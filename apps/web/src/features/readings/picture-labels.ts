import type { Bin } from '@granary/contract/bins/http';
import type { Reading } from '@granary/contract/readings/reading-response';
import { getCropLimits, temperatureBands } from '@granary/domain/bins/crop-limits';
import type { HotSensor } from '@granary/domain/readings/hot-sensors';
import type { Millis } from '@granary/domain/units';
import type { TFunction } from 'i18next';
import { toBoardContact } from '../../bin-data/board-contact.ts';
import { formatCrop, formatCrops } from '../../bin-data/format-crop.ts';
import { formatGrainQuantity } from '../../bin-data/format-grain-quantity.ts';
import { formatCableName, formatSensorName } from '../../bin-data/format-sensor-name.ts';
import { FAN_LABELS, toShownFanState } from '../../bin-data/shown-fan.ts';
import type { LegendProps } from '../../bin-picture/legend.tsx';
import type {
  BinPictureProps,
  CellFacts,
  PictureCable,
  PictureTexts,
  TextVariants,
} from '../../bin-picture/model.ts';
import type { Formats } from '../../lib/format.ts';
import { buildHotSpotLabels } from './hot-spot-labels.ts';
import type { OutdoorAir } from './outdoor-air.ts';

interface Context {
  readonly t: TFunction;
  readonly format: Formats;
}

/** Builds all labels of the bin's picture for one reading. */
export function buildPictureLabels(
  bin: Bin,
  reading: Reading,
  cables: readonly PictureCable[],
  hotSensors: readonly HotSensor[],
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
    quantity: formatQuantity(bin, reading, context),
    levelUnknown: { title: t('picture.level'), detail: t('picture.unknown') },
    disabled: { long: t('picture.disabled'), short: t('sensors.off') },
    cable: (cable) =>
      t('picture.cable', {
        cable: formatCableName(cable, t),
        crop: formatCrop(cable.crop ?? '', t),
      }),
    row: (depth) => t('picture.row', { depth }),
    subBin: (subBin) => formatCrops(listCrops(subBin), t, format),
    cell: (facts) => describeCell(facts, bin, context),
    ...buildHotSpotLabels(bin, cables, hotSensors, context),
  };
}

function formatQuantity(
  bin: Bin,
  { loadQuantity }: Reading,
  { t, format }: Context,
): TextVariants | null {
  if (loadQuantity === null) return null;
  const short = formatGrainQuantity(loadQuantity, bin.cropUnit, { t, format });
  return {
    short,
    long: t('picture.quantity', { quantity: short, crop: formatCrop(bin.crop ?? '', t) }).trim(),
  };
}

/** Describes a cell: "Cable 3, row 11 from the top, 31.4 degrees, above limit, under grain". */
function describeCell(facts: CellFacts, bin: Bin, { t, format }: Context): string {
  const { cable, cell } = facts;
  const name = formatSensorName(cable, cell.depth, t);
  if (cell.status === 'disable') return `${name}, ${t('picture.disabled')}`;
  const parts = [name];
  if (cell.temperature === null) parts.push(t('picture.noValue'));
  else parts.push(format.temperature(cell.temperature, bin.temperatureUnit));
  if (facts.temperature !== null) parts.push(t(`picture.temperature.${facts.temperature}`));
  if (facts.isHotSpot) parts.push(t('picture.inHotSpot'));
  parts.push(...listMoistureLabels(facts, { t, format }));
  if (facts.isTooWet) parts.push(t('picture.tooWet'));
  if (cell.status === 'mute') parts.push(t('picture.muted'));
  parts.push(t(facts.isInHeadspace ? 'picture.headspace' : 'picture.underGrain'));
  return parts.join(', ');
}

function listMoistureLabels(
  { cable, cell, moisture, isInHeadspace }: CellFacts,
  { t, format }: Context,
): string[] {
  // There is no grain in the headspace.
  if (cable.showsHumidity || isInHeadspace) {
    if (cell.humidity === null) return [];
    return [t('picture.humidity', { value: format.percent(cell.humidity, 0) })];
  }
  if (cell.moisture === null) return [];
  const value = format.percent(cell.moisture);
  const labels = [
    t(cell.isMoistureAboveRange ? 'picture.moistureOver' : 'picture.moisture', { value }),
  ];
  if (moisture !== null) labels.push(t(`picture.moistureLimit.${moisture}`));
  return labels;
}

/** The plenum's values; null if the bin has no plenum sensor. */
export function formatPlenum(bin: Bin, reading: Reading, { t, format }: Context) {
  if (!bin.plenumSensorAttached) return null;
  const speed = reading.windSpeed ?? reading.windSpeedPlenum2;
  const pressure = reading.windPressure ?? reading.windPressurePlenum2;
  const values = [
    speed === null ? null : t('picture.plenum', { speed: format.number(speed, 1) }),
    pressure === null ? null : t('units.pascal', { value: format.number(pressure) }),
    reading.windTemperature === null
      ? null
      : format.temperature(reading.windTemperature, bin.temperatureUnit),
  ].filter((part) => part !== null);
  const [short = t('picture.plenumNoData')] = values;
  return { short, long: values.length === 0 ? short : values.join(' · ') };
}

/** The fan's state at `now`, given the latest reading; null if the bin has no fan. */
export function describeFan(
  bin: Bin,
  latestReading: Reading,
  now: Millis,
  { t }: Context,
): BinPictureProps['fan'] {
  if (!bin.fan.isAttached) return null;
  const state = toShownFanState(bin.fan, bin.alerts, toBoardContact(bin, latestReading), now);
  return {
    state: state ?? 'off',
    label: state === null ? t('fan.fanUnknown') : t(FAN_LABELS[state]),
    detail: t(`fan.mode.${bin.fanMode}`),
  };
}

/** The outdoor sensor's values; null if there are none. */
export function formatOutdoorAir(bin: Bin, outdoorAir: OutdoorAir | null, { t, format }: Context) {
  if (outdoorAir === null) return null;
  const { temperature, humidity } = outdoorAir;
  const short = format.temperature(temperature, bin.temperatureUnit);
  const long = humidity === null ? short : `${short} · ${format.percent(humidity, 0)}`;
  return { label: t('cards.outside'), short, long };
}

/** The legend's labels; the limit is included if all cables share it. */
export function buildLegendLabels(
  bin: Bin,
  cables: readonly PictureCable[],
  isDark: boolean,
  { t, format }: Context,
): Pick<LegendProps, 'texts' | 'bandsText'> {
  const limits = new Set(cables.map((cable) => getCropLimits(cable.crop).temperature.max));
  const [sharedLimit] = limits.size === 1 ? limits : [];
  const limit = sharedLimit === undefined ? null : format.limit(sharedLimit, bin.temperatureUnit);
  const bands = temperatureBands
    .map((band) => format.limit(band, bin.temperatureUnit))
    // Only the last number has the unit.
    .map((text, index, { length }) => (index < length - 1 ? text.replace(/\D+$/, '') : text))
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
    bandsText: t(isDark ? 'legend.brighter' : 'legend.darker', { bands }),
  };
}
