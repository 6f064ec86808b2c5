import type { Bin } from '@granary/contract/bins/http';
import { listedBin } from '../listed-bin.fixture.ts';

/** A bin with all settings, for tests. */
export function fullBin(changes: Partial<Bin> = {}): Bin {
  const { isFanAutomatic: _, latest: __, trend: ___, ...listed } = listedBin();
  return {
    ...listed,
    binSensorId: listed.id,
    label: '',
    reportedCableIds: [],
    farm: { name: 'Home Yard', timezone: 'America/Winnipeg' },
    frequency: 30,
    radioGroup: 1,
    wantedFrequency: null,
    wantedRadioGroup: null,
    boardType: 'main',
    firmwareName: 'sleep',
    firmwareVersion: '2.03',
    firmwareMode: false,
    installationMode: false,
    radarHeightWanted: false,
    deadZoneMm: null,
    pressureCables: { Y1: null, Y2: null },
    fanAttached: true,
    fanOnThreshold: null,
    fanOffThreshold: null,
    minAmbientTemperature: null,
    minAmbientMoisture: null,
    maxAmbientMoisture: null,
    fanOnSpeed: null,
    fanOffSpeed: null,
    temperatureAlertEnabled: false,
    temperatureAlertC: null,
    co2AlertEnabled: false,
    co2Alert: null,
    differenceAlertEnabled: true,
    differenceAlertC: 5,
    silenceAlertEnabled: true,
    silenceAlertHours: 7,
    minLevelAlertEnabled: false,
    minLevelAlert: 20,
    maxLevelAlertEnabled: false,
    maxLevelAlert: 80,
    ...changes,
  };
}
