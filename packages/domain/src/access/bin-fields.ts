import { type Actor, can, type Owner } from './access.ts';
import { hasCapability, type OwnedCapability, type Role } from './roles.ts';

/** The capability that each bin setting requires; `bin-settings.write` for those not listed. */
const capabilityByField = {
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
  wantedInstallationMode: 'bin.install',
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
  humidityRiskEnabled: 'alerts.write',
  co2RiskEnabled: 'alerts.write',
  storageTimeEnabled: 'alerts.write',
  warmingRiskEnabled: 'alerts.write',
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
  fanKw: 'fans.write',
} as const satisfies Readonly<Record<string, OwnedCapability>>;

const binSettingCapabilities = ['bin-settings.write', ...Object.values(capabilityByField)] as const;

/** The capability required to change a bin setting. */
export function getBinFieldCapability(field: string): OwnedCapability {
  return Object.hasOwn(capabilityByField, field)
    ? capabilityByField[field as keyof typeof capabilityByField]
    : 'bin-settings.write';
}

/** Whether the actor can change this setting of the owner's bins. */
export function canChangeBinField(actor: Actor, field: string, owner: Owner): boolean {
  return can(actor, getBinFieldCapability(field), owner);
}

/** Whether the role can change at least one setting of the bins in its scope. */
export function canChangeBinSettings(role: Role): boolean {
  return binSettingCapabilities.some((capability) => hasCapability(role, capability));
}
