import type { Bin } from '@granary/contract/bins/http';
import type { HotSensor } from '@granary/domain/readings/hot-sensors';
import type { TFunction } from 'i18next';
import { formatSensorRangeName } from '../../bin-data/format-sensor-name.ts';
import type { HotSpot, PictureCable, PictureTexts } from '../../bin-picture/model.ts';
import type { Formats } from '../../lib/format.ts';

interface Context {
  readonly t: TFunction;
  readonly format: Formats;
}

type HotSpotLabels = Pick<PictureTexts, 'hotSpot' | 'hotSpotSentence'>;

/**
 * The labels of a picture's hot spots: where, how hot, and how much warmer than the other sensors at that
 * depth.
 */
export function buildHotSpotLabels(
  bin: Bin,
  cables: readonly PictureCable[],
  sensors: readonly HotSensor[],
  { t, format }: Context,
): HotSpotLabels {
  const unit = bin.temperatureUnit;
  const findHottestSensor = (spot: HotSpot) => {
    const { cable, depth } = spot.hottest;
    return sensors.find((sensor) => sensor.cable === cable && sensor.depth === depth);
  };
  const formatValues = (sensor: HotSensor) => ({
    value: format.temperature(sensor.temperature, unit),
    excess: format.difference(sensor.excess, unit),
  });
  return {
    hotSpot: (spot) => {
      const sensor = findHottestSensor(spot);
      const title = t('picture.hotSpot');
      if (sensor === undefined) return { title, long: '', short: '' };
      return {
        title,
        long: t('picture.hotSpotLong', formatValues(sensor)),
        short: formatValues(sensor).value,
      };
    },
    hotSpotSentence: (spot) => {
      const sensor = findHottestSensor(spot);
      if (sensor === undefined) return '';
      return t('picture.hotSpotSentence', {
        where: formatLocation(spot, cables, t),
        ...formatValues(sensor),
      });
    },
  };
}

/** "Cable 3, rows 10 to 12 from the top", one part per cable. */
function formatLocation(spot: HotSpot, cables: readonly PictureCable[], t: TFunction): string {
  const numbers = [...new Set(spot.sensors.map(({ cable }) => cable))];
  return numbers
    .map((cable) => {
      const cableSensors = spot.sensors.filter((sensor) => sensor.cable === cable);
      const depths = cableSensors.map(({ depth }) => depth);
      const name = cables.find(({ number }) => number === cable)?.name ?? '';
      return formatSensorRangeName(
        { number: cable, name },
        [Math.min(...depths), Math.max(...depths)],
        t,
      );
    })
    .join('; ');
}
