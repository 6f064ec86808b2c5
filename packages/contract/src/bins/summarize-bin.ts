import { assessBin } from '@granary/domain/bins/assess-bin';
import { depthFromTop } from '@granary/domain/readings/sensors';
import { DAY, type Millis } from '@granary/domain/units';
import { createStatusLookup } from '../readings/domain-reading.ts';
import type { Cable, Reading } from '../readings/reading-response.ts';
import { toAssessmentInput } from './assessment-input.ts';
import type { ListedBin } from './http.ts';
import type { BinSummary, ReadingSummary } from './lists.ts';

/** Summarizes a bin for a list, with its findings at `now`. */
export function summarizeBin(bin: ListedBin, now: Millis): BinSummary {
  return {
    id: bin.id,
    name: bin.name,
    crop: bin.crop,
    cropUnit: bin.cropUnit,
    size: bin.size,
    volume: bin.volume,
    lat: bin.lat,
    lng: bin.lng,
    mainBoardId: bin.mainBoardId,
    temperatureUnit: bin.temperatureUnit,
    showsHumidity: bin.showsHumidity,
    loadMethod: bin.loadMethod,
    differenceAlertC: bin.differenceAlertC,
    farmId: bin.farmId,
    farm: bin.farm,
    ownerId: bin.ownerId,
    ambient: bin.ambient,
    fan: bin.fan,
    fanMode: bin.fanMode,
    sensorsInformation: bin.sensorsInformation,
    usualIntervalS: bin.usualIntervalS,
    cables: bin.cables.map(({ cable, name, crop }) => ({ cable, name, crop })),
    latest: bin.latest && summarizeReading(bin, bin.latest),
    findings: assessBin(toAssessmentInput(bin, bin.latest), now),
    hotSince: bin.hotSince,
    boardProblems: bin.boardProblems,
    hasOpenEntry: bin.hasOpenEntry,
    peopleInside: bin.peopleInside,
    trend: summarizeTrend(bin.trend),
    version: bin.version,
  };
}

/** Summarizes a bin's newest reading. Used by the server for lists and by the browser for live readings. */
export function summarizeReading(
  bin: Pick<BinSummary, 'crop' | 'showsHumidity' | 'sensorsInformation'>,
  reading: Reading,
): ReadingSummary {
  const moisture = bin.showsHumidity ? null : reading.grainAverageMoisture;
  return {
    at: reading.at,
    fillPercent: reading.fillPercent,
    isLevelKnown: reading.isLevelKnown,
    co2: reading.co2,
    averageTemperature: reading.grainAverageTemperature,
    moisture,
    humidity: moisture === null ? reading.grainAverageHumidity : null,
    highestMoisture: moisture === null ? null : (reading.grainWettest?.value ?? null),
    hottest: locateHottestSensor(bin, reading),
    disabledSensorCount: countDisabledSensors(bin, reading),
  };
}

/** Locates the hottest sensor under grain. */
function locateHottestSensor(
  { crop }: Pick<BinSummary, 'crop'>,
  reading: Reading,
): ReadingSummary['hottest'] {
  const { grainHottest: hottest, cables } = reading;
  const cable = cables.find((candidate) => candidate.cable === hottest?.cable);
  if (hottest === null || cable === undefined) return null;
  return {
    cable: hottest.cable,
    temperature: hottest.value,
    crop: cable.crop ?? crop,
    column: sortCables(cables).indexOf(cable),
    depth: depthFromTop(hottest.position, countSensors(reading, cable), cable.flip),
    rows: Math.max(...cables.map((other) => countSensors(reading, other))),
    isHotSpot: reading.hotSensors.some(
      (hot) => hot.cable === hottest.cable && hot.position === hottest.position,
    ),
  };
}

/** Sorts cables from left to right, as in the drawing of the bin. */
function sortCables(cables: readonly Cable[]): Cable[] {
  return cables.toSorted((a, b) => a.subBin - b.subBin || a.cable - b.cable);
}

function countSensors(reading: Reading, { cable }: Cable): number {
  return reading.temperatures[cable - 1]?.length ?? 0;
}

function countDisabledSensors(
  { sensorsInformation }: Pick<BinSummary, 'sensorsInformation'>,
  reading: Reading,
): number {
  const getStatus = createStatusLookup(reading.cables, sensorsInformation);
  let count = 0;
  for (const cable of reading.cables) {
    for (let position = 1; position <= countSensors(reading, cable); position++) {
      if (getStatus(cable.cable, position) === 'disable') count += 1;
    }
  }
  return count;
}

function summarizeTrend(points: ListedBin['trend']): BinSummary['trend'] {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined || first === last) return null;
  return {
    days: Math.round((Date.parse(last.day) - Date.parse(first.day)) / DAY),
    values: points.map((point) => point.max),
  };
}
