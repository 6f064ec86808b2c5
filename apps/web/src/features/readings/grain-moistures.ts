import type { Reading } from '@granary/contract/readings/wire';
import { depthFromTop } from '@granary/domain/readings/sensors';
import { isHeadspace } from '../../bin-picture/geometry.ts';
import type { Level } from '../../bin-picture/model.ts';

type Measured = Pick<
  Reading,
  'cables' | 'temperatures' | 'moistures' | 'levelKnown' | 'loadPercent'
>;

/**
 * The moistures of a reading, % wet basis, without those of sensors in the air above the grain,
 * where the picture shows none either. With an unknown level every sensor counts.
 */
export function grainMoistures(reading: Measured): (number | null)[][] {
  const { levelKnown, loadPercent } = reading;
  const level: Level = levelKnown ? { kind: 'known', percent: loadPercent } : { kind: 'unknown' };
  const rows = Math.max(0, ...reading.temperatures.map((values) => values.length));
  return reading.moistures.map((values, index) => {
    const flip = reading.cables.find(({ cable }) => cable === index + 1)?.flip ?? false;
    return values.map((value, at) =>
      isHeadspace(level, depthFromTop(at + 1, values.length, flip), rows) ? null : value,
    );
  });
}
