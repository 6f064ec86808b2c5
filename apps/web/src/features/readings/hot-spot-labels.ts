import type { Bin } from '@granary/contract/bins/http';
import type { HotSensor } from '@granary/domain/readings/hot-sensors';
import type { TFunction } from 'i18next';
import type { HotSpot, PictureCable, PictureTexts } from '../../bin-picture/model.ts';
import type { Formats } from '../../lib/format.ts';

interface Context {
  readonly t: TFunction;
  readonly format: Formats;
}

type HotSpotLabels = Pick<PictureTexts, 'hotSpot' | 'hotSpotSentence'>;

/** The labels of a picture's hot spots: where, how hot, and how much above their peers. */
export function hotSpotLabels(
  bin: Bin,
  cables: readonly PictureCable[],
  sensors: readonly HotSensor[],
  { t, format }: Context,
): HotSpotLabels {
  const unit = bin.temperatureUnit;
  const hottest = (spot: HotSpot) => {
    const [position] = findPositions(cables, [spot.hottest]);
    return sensors.find((one) => one.cable === spot.hottest.cable && one.position === position);
  };
  const formatValues = (sensor: HotSensor) => ({
    value: format.temperature(sensor.temperature, unit),
    excess: format.difference(sensor.excess, unit),
  });
  return {
    hotSpot: (spot) => {
      const sensor = hottest(spot);
      const title = t('picture.hotSpot');
      if (sensor === undefined) return { title, long: '', short: '' };
      return {
        title,
        long: t('picture.hotSpotLong', formatValues(sensor)),
        short: formatValues(sensor).value,
      };
    },
    hotSpotSentence: (spot) => {
      const sensor = hottest(spot);
      if (sensor === undefined) return '';
      return t('picture.hotSpotSentence', {
        where: formatLocation(spot, cables, t),
        ...formatValues(sensor),
      });
    },
  };
}

/** "cable 3, sensors 10 to 12", one part per cable. */
function formatLocation(spot: HotSpot, cables: readonly PictureCable[], t: TFunction): string {
  const numbers = [...new Set(spot.sensors.map(({ cable }) => cable))];
  return numbers
    .map((cable) => {
      const cableSensors = spot.sensors.filter((sensor) => sensor.cable === cable);
      const positions = findPositions(cables, cableSensors);
      const first = Math.min(...positions);
      const last = Math.max(...positions);
      if (first === last) return t('picture.spotSensor', { cable, sensor: first });
      return t('picture.spotSensors', { cable, first, last });
    })
    .join('; ');
}

function findPositions(
  cables: readonly PictureCable[],
  addresses: HotSpot['sensors'],
): readonly number[] {
  return addresses.flatMap(({ cable, depth }) => {
    const cells = cables.find(({ number }) => number === cable)?.cells ?? [];
    return cells.find((cell) => cell.depth === depth)?.position ?? [];
  });
}
