import { toScalars } from '@granary/domain/readings/scalars';
import { HOUR, millis } from '@granary/domain/units';
import { describe, expect, it } from 'vitest';
import type { Reading } from '../readings/reading-response.ts';
import { serializeScalars } from '../readings/scalars.ts';
import type { ListedBin } from './http.ts';
import { summarizeBin } from './summarize-bin.ts';

const now = millis(Date.UTC(2026, 9, 14, 14, 22));
const cable = { cable: 1, name: 'Cable 1', cableId: 11, subBin: 1, flip: false, crop: null };

function createReading(changes: Partial<Reading> = {}): Reading {
  return {
    binId: 1,
    at: millis(now - 120_000),
    pageNo: 0,
    temperatures: [[14.1, 15.3]],
    moistures: [[13.1, 13.4]],
    humidities: [[61, 63]],
    cables: [cable],
    cablesInformation: {},
    cableIds: [11],
    cableIdsDiffer: false,
    moistureSources: ['wheat-hard-henderson'],
    ...serializeScalars({ ...toScalars(() => null), co2: 460 }),
    averageTemperature: 14.7,
    averageHumidity: 62,
    averageMoisture: 13.25,
    grainAverageTemperature: 14.2,
    grainAverageHumidity: 62,
    grainAverageMoisture: 13.25,
    grainHottest: { cable: 1, position: 2, value: 15.3 },
    grainWettest: null,
    hotSensors: [],
    co2Risk: null,
    sustainedFindings: [],
    ambientMoisture: 13.9,
    anyError: false,
    clockWrong: false,
    fillPercent: 71.6,
    isLevelKnown: true,
    loadQuantity: 7_160,
    ...changes,
  };
}

function summarize(latest: Reading | null, changes: Partial<ListedBin> = {}) {
  const bin: ListedBin = {
    id: 1,
    documentId: 1,
    name: 'Home 1',
    crop: 'Wheat',
    cropUnit: 'bushels',
    size: 8_000,
    volume: 5_728,
    lat: null,
    lng: null,
    mainBoardId: 'PG-0417',
    binNumber: 1,
    temperatureUnit: 'c',
    showsHumidity: false,
    batteryAttached: true,
    levelSensorEmptyMm: null,
    loadMethod: 'manual',
    differenceAlertC: 5,
    cables: [cable, { ...cable, cable: 2, cableId: 12 }],
    farmId: 1,
    ownerId: 3,
    ambient: null,
    isFanAutomatic: false,
    farm: { name: 'Home Yard' },
    latest,
    sensorsInformation: {},
    plenumSensorAttached: false,
    fan: { isAttached: true, isRunning: false, since: null },
    fanMode: 'manual',
    usualIntervalS: 600,
    trend: [],
    hotSince: null,
    boardProblems: null,
    hasOpenEntry: false,
    peopleInside: [],
    alerts: [],
    version: 4,
    ...changes,
  };
  return summarizeBin(bin, now);
}

describe('the summary of a bin', () => {
  it('has the hottest sensor under grain and its place in the picture', () => {
    const latest = createReading({
      cables: [
        { ...cable, subBin: 2 },
        { ...cable, cable: 2, cableId: 12, flip: true, crop: 'Canola' },
      ],
      temperatures: [
        [14, 14],
        [31, 14, 14],
      ],
      grainHottest: { cable: 2, position: 1, value: 31 },
    });
    const hottest = {
      cable: 2,
      temperature: 31,
      crop: 'Canola',
      column: 0,
      depth: 3,
      rows: 3,
      isHotSpot: false,
    };
    expect(summarize(latest).latest?.hottest).toEqual(hottest);
    const hotSensors = [{ cable: 2, position: 1, depth: 1, temperature: 31, excess: 17 }];
    const hotSummary = summarize({ ...latest, hotSensors });
    expect(hotSummary.latest?.hottest).toEqual({ ...hottest, isHotSpot: true });
    expect(summarize(createReading({ grainHottest: null })).latest?.hottest).toBe(null);
  });

  it('counts disabled sensors', () => {
    const sensorsInformation = { 11: { 1: { sensorStatus: 'disable' as const } } };
    expect(summarize(createReading(), { sensorsInformation }).latest?.disabledSensorCount).toBe(1);
    expect(summarize(createReading()).latest?.disabledSensorCount).toBe(0);
  });

  it('has the findings of the newest reading, based on its cables and sensor statuses', () => {
    const listKinds = (latest: Reading | null, changes: Partial<ListedBin> = {}) =>
      summarize(latest, changes).findings.map(({ kind }) => kind);
    expect(listKinds(createReading())).toEqual([]);
    expect(listKinds(null)).toEqual(['never-read']);
    expect(listKinds(createReading({ at: millis(now - 26 * HOUR) }))).toEqual(['no-data']);
    expect(listKinds(createReading({ battery: 12, sustainedFindings: ['battery-low'] }))).toEqual([
      'battery-low',
    ]);
    expect(listKinds(createReading({ anyError: true }))).toEqual(['board-error']);
    expect(listKinds(createReading({ cables: [{ ...cable, cableId: -1 }] }))).toEqual([
      'cable-address',
    ]);
    const co2Risk = { level: 'warning', value: 1_200, limit: 1_000 } as const;
    expect(listKinds(createReading({ co2Risk }))).toEqual(['co2']);
    const hotSensors = [{ cable: 1, position: 2, depth: 2, temperature: 31, excess: 9 }];
    const hotReading = createReading({ temperatures: [[14, 31]], hotSensors });
    expect(listKinds(hotReading)).toEqual(['hot-spot']);
    const warmReading = {
      ...hotReading,
      hotSensors: [],
      sustainedFindings: ['temperature-insight' as const],
    };
    expect(listKinds(warmReading)).toEqual(['temperature-insight']);
    const sensorsInformation = { 11: { 2: { sensorStatus: 'disable' as const } } };
    expect(listKinds({ ...warmReading, sustainedFindings: [] }, { sensorsInformation })).toEqual(
      [],
    );
  });

  it('has the grain moisture, or the humidity if the bin is set to show it or has no moisture', () => {
    const summarizeMoisture = (latest: Reading, changes: Partial<ListedBin> = {}) => {
      const { moisture, humidity } = summarize(latest, changes).latest ?? {};
      return { moisture, humidity };
    };
    const humidityOnly = { moisture: null, humidity: 62 };
    expect(summarizeMoisture(createReading())).toEqual({ moisture: 13.25, humidity: null });
    expect(summarizeMoisture(createReading(), { showsHumidity: true })).toEqual(humidityOnly);
    expect(summarizeMoisture(createReading({ grainAverageMoisture: null }))).toEqual(humidityOnly);
    const emptyReading = createReading({ grainAverageMoisture: null, grainAverageHumidity: null });
    expect(summarizeMoisture(emptyReading)).toEqual({ moisture: null, humidity: null });
  });

  it('includes the average grain temperature and the highest grain moisture for the report', () => {
    const grainWettest = { cable: 1, position: 2, value: 13.4 };
    const wetReading = createReading({ grainWettest });
    expect(summarize(wetReading).latest).toMatchObject({
      averageTemperature: 14.2,
      highestMoisture: 13.4,
    });
    expect(summarize(wetReading, { showsHumidity: true }).latest?.highestMoisture).toBe(null);
    expect(summarize(createReading()).latest?.highestMoisture).toBe(null);
  });

  it('has the names and crops of the cables in the settings', () => {
    const cables = [{ ...cable, crop: 'Canola' }];
    expect(summarize(createReading(), { cables }).cables).toEqual([
      { cable: 1, name: 'Cable 1', crop: 'Canola' },
    ]);
  });

  it('has a trend if there are at least two days', () => {
    const days = [
      { day: '2026-10-07', max: 25.2 },
      { day: '2026-10-10', max: 28 },
      { day: '2026-10-14', max: 31.4 },
    ];
    const summarizeTrend = (trend: ListedBin['trend']) =>
      summarize(createReading(), { trend }).trend;
    expect(summarizeTrend(days)).toEqual({ days: 7, values: [25.2, 28, 31.4] });
    expect(summarizeTrend(days.slice(0, 1))).toBe(null);
    expect(summarizeTrend([])).toBe(null);
  });
});
