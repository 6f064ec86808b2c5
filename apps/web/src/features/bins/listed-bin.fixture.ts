import type { ListedBin } from '@granary/contract/bins/http';
import { exampleReading } from '../../bin-data/reading.fixture.ts';

/** A bin of a list, for tests. */
export function listedBin(changes: Partial<ListedBin> = {}): ListedBin {
  const id = changes.id ?? 1;
  return {
    id,
    documentId: id,
    name: `Home ${id}`,
    crop: 'Wheat',
    cropUnit: 'bushels',
    size: 8_000,
    volume: 5_728,
    lat: null,
    lng: null,
    mainBoardId: 'PG-0417',
    binNumber: id,
    temperatureUnit: 'c',
    showsHumidity: false,
    batteryAttached: true,
    levelSensorEmptyMm: null,
    loadMethod: 'manual',
    differenceAlertC: 5,
    cables: exampleReading().cables,
    farmId: 1,
    ownerId: 3,
    ambient: null,
    isFanAutomatic: false,
    farm: { name: 'Home Yard' },
    latest: exampleReading({ binId: id }),
    sensorsInformation: {},
    plenumSensorAttached: false,
    fan: { attached: true, running: false, since: null },
    fanMode: 'manual',
    usualIntervalS: 600,
    trend: [],
    hotSince: null,
    version: 4,
    ...changes,
  };
}
