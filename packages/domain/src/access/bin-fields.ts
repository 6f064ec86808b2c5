import { type Actor, can, type Owner } from './access.ts';
import type { OwnedCapability } from './roles.ts';

/** The settings of a bin that take more than `bin-settings.write`. */
const capabilities = {
  mainBoardId: 'bin.administer',
  binNumber: 'bin.administer',
  frequency: 'bin.administer',
  radioGroup: 'bin.administer',
  wantedFrequency: 'bin.administer',
  wantedRadioGroup: 'bin.administer',
  boardType: 'bin.administer',
  firmwareName: 'bin.administer',
  firmwareVersion: 'bin.administer',
  firmwareMode: 'bin.administer',
  installationMode: 'bin.install',
  cables: 'bin.install',
  lat: 'bin.install',
  lng: 'bin.install',
  temperatureAlertEnabled: 'alerts.write',
  temperatureAlertC: 'alerts.write',
  co2AlertEnabled: 'alerts.write',
  co2Alert: 'alerts.write',
  differenceAlertEnabled: 'alerts.write',
  differenceAlertC: 'alerts.write',
  silenceAlertEnabled: 'alerts.write',
  silenceAlertHours: 'alerts.write',
  minLevelAlertEnabled: 'alerts.write',
  minLevelAlert: 'alerts.write',
  maxLevelAlertEnabled: 'alerts.write',
  maxLevelAlert: 'alerts.write',
  fanAttached: 'fans.write',
  fanMode: 'fans.write',
  fanOnThreshold: 'fans.write',
  fanOffThreshold: 'fans.write',
  minAmbientTemperature: 'fans.write',
  minAmbientMoisture: 'fans.write',
  maxAmbientMoisture: 'fans.write',
  plenumSensorAttached: 'fans.write',
  fanOnSpeed: 'fans.write',
  fanOffSpeed: 'fans.write',
} as const satisfies Readonly<Record<string, OwnedCapability>>;

/** The capability that changing a setting of a bin takes. */
export function binFieldCapability(field: string): OwnedCapability {
  return Object.hasOwn(capabilities, field)
    ? capabilities[field as keyof typeof capabilities]
    : 'bin-settings.write';
}

/** Whether the actor can change this setting of a bin of `owner`. */
export function canChangeBinField(actor: Actor, field: string, owner: Owner): boolean {
  return can(actor, binFieldCapability(field), owner);
}
