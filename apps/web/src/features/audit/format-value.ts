import { LANGUAGES } from '@granary/contract/accounts/http';
import type { SettingName } from '@granary/contract/bins/settings';
import { roleNames } from '@granary/domain/access/roles';
import { fanHolds } from '@granary/domain/fans/fan-hold';
import { geocoderPresetNames, mapPresetNames } from '@granary/domain/places/providers';
import type { Millis } from '@granary/domain/units';
import { millis, SECOND } from '@granary/domain/units';
import type { TFunction } from 'i18next';
import { formatCrop } from '../../bin-data/format-crop.ts';
import type { Formats } from '../../lib/format.ts';
import { languageNames } from '../../lib/i18n.ts';
import type { ChangeSubject } from './split-change.ts';

export interface FormatContext {
  readonly t: TFunction;
  readonly format: Formats;
  readonly now: Millis;
}

/** Formats a value as the screen that edits it does. */
export function formatValue(
  subject: ChangeSubject,
  value: unknown,
  context: FormatContext,
): string {
  const { t } = context;
  if (value === null || value === '') return t('changes.nothing');
  if (typeof value === 'string' || typeof value === 'boolean') {
    const label = getValueLabels(subject, t)?.[`${value}`];
    if (label !== undefined) return label;
  }
  if (typeof value === 'boolean') return t(value ? 'changes.yes' : 'changes.no');
  if (typeof value === 'number') return formatNumber(subject, value, context);
  if (typeof value !== 'string') return JSON.stringify(value);
  if (isCrop(subject)) return formatCrop(value, t);
  return isDateTime(subject)
    ? context.format.dateTimeSeconds(millis(Date.parse(value)), context.now)
    : value;
}

function isCrop(subject: ChangeSubject): boolean {
  if (subject.kind === 'cable') return subject.field === 'crop_name';
  return subject.kind === 'setting' && subject.setting === 'crop';
}

function isDateTime(subject: ChangeSubject): boolean {
  if (subject.kind === 'load') return subject.field === 'date_time';
  return subject.kind === 'recorded' && subject.field === 'import_until';
}

type ValueLabels = Readonly<Record<string, string>>;

/** Returns the labels of a field with a fixed set of values, keyed by value. */
function getValueLabels(subject: ChangeSubject, t: TFunction): ValueLabels | undefined {
  if (subject.kind === 'sensor') {
    const statuses = ['unmute', 'mute', 'disable'] as const;
    return Object.fromEntries(statuses.map((status) => [status, t(`sensor.statuses.${status}`)]));
  }
  if (subject.kind === 'alert') {
    return {
      open: t('changes.alertStates.open'),
      acknowledged: t('changes.alertStates.acknowledged'),
    };
  }
  if (subject.kind === 'cable' && subject.field === 'flip') {
    return { true: t('settingsForm.bottomUp'), false: t('settingsForm.topDown') };
  }
  if (subject.kind === 'setting') return getSettingLabels(subject.setting, t);
  if (subject.kind !== 'recorded') return undefined;
  switch (subject.field) {
    case 'role':
      return Object.fromEntries(roleNames.map((role) => [role, t(`roles.${role}`)]));
    case 'language':
      return Object.fromEntries(LANGUAGES.map((language) => [language, languageNames[language]]));
    case 'preferred_temp_unit':
      return getSettingLabels('temperatureUnit', t);
    case 'preferred_crop_unit':
      return getSettingLabels('cropUnit', t);
    case 'fan':
      return { on: t('fan.on'), off: t('fan.off') };
    case 'fan_hold':
      return Object.fromEntries(fanHolds.map((hold) => [hold, t(`changes.holds.${hold}`)]));
    case 'bin_entry':
      return { open: t('changes.binEntries.open'), closed: t('changes.binEntries.closed') };
    case 'firmware_type':
      return getSettingLabels('firmwareName', t);
    case 'map_provider':
    case 'geocoder':
      return getProviderLabels(t);
    case 'map_key':
    case 'geocoder_key':
      return { set: t('changes.keys.set'), replaced: t('changes.keys.replaced') };
    case 'credentials':
      return { set: t('changes.keys.set'), 'set anew': t('changes.keys.replaced') };
    default:
      return undefined;
  }
}

function getProviderLabels(t: TFunction): ValueLabels {
  const names = [...new Set([...mapPresetNames, ...geocoderPresetNames]), 'none'] as const;
  return Object.fromEntries(names.map((name) => [name, t(`providers.names.${name}`)]));
}

function getSettingLabels(setting: SettingName, t: TFunction): ValueLabels | undefined {
  switch (setting) {
    case 'temperatureUnit':
      return { c: t('settingsForm.celsius'), f: t('settingsForm.fahrenheit') };
    case 'cropUnit':
      return { bushels: t('units.grain.bushels'), tonnes: t('units.grain.tonnes') };
    case 'showsHumidity':
      return { true: t('settingsForm.humidity'), false: t('settingsForm.moisture') };
    case 'firmwareMode':
      return { true: t('settingsForm.start'), false: t('settingsForm.completed') };
    case 'boardType':
      return {
        main: t('settingsForm.boardTypes.main'),
        remote: t('settingsForm.boardTypes.remote'),
      };
    case 'firmwareName': {
      const names = ['sleep', 'realtime', 'portable'] as const;
      return Object.fromEntries(
        names.map((name) => [name, t(`settingsForm.firmwareNames.${name}`)]),
      );
    }
    case 'loadMethod':
      return {
        manual: t('settingsForm.methods.manual'),
        'siloscan pro': t('settingsForm.methods.siloscanPro'),
        'siloscan max': t('settingsForm.methods.siloscanMax'),
        'pressure cable': t('settingsForm.methods.pressureCable'),
      };
    case 'fanMode': {
      const modes = ['manual', 'automatic', 'scheduled'] as const;
      return Object.fromEntries(modes.map((mode) => [mode, t(`fan.mode.${mode}`)]));
    }
    default:
      return undefined;
  }
}

const celsiusSettings: readonly SettingName[] = [
  'temperatureAlertC',
  'differenceAlertC',
  'fanOnThreshold',
  'fanOffThreshold',
  'minAmbientTemperature',
];
const percentSettings: readonly SettingName[] = [
  'minLevelAlert',
  'maxLevelAlert',
  'minAmbientMoisture',
  'maxAmbientMoisture',
];
const millimeterSettings: readonly SettingName[] = ['levelSensorEmptyMm', 'deadZoneMm'];

function formatNumber(subject: ChangeSubject, value: number, { t, format }: FormatContext): string {
  const digits = (String(value).split('.')[1] ?? '').length;
  const number = format.number(value, digits);
  if (subject.kind === 'load' && subject.field !== 'volume') return format.percent(value, digits);
  if (subject.kind === 'recorded' && subject.field === 'run_for_s') {
    return format.duration(value * SECOND);
  }
  if (subject.kind !== 'setting') return number;
  const { setting } = subject;
  // In the stored unit: a list of changes covers bins with different units.
  if (celsiusSettings.includes(setting)) return t('units.quantity', { value: number, unit: '°C' });
  if (percentSettings.includes(setting)) return format.percent(value, digits);
  if (millimeterSettings.includes(setting)) return t('units.mm', { value: number });
  if (setting === 'co2Alert') return t('units.ppm', { value: number });
  if (setting !== 'silenceAlertHours') return number;
  return t('units.quantity', { value: number, unit: t('settingsForm.hours') });
}
