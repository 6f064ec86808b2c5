import type { AuditEntry } from '@granary/contract/audit/http';
import type { SettingName } from '@granary/contract/bins/settings';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../lib/clock.ts';
import { useFormat } from '../../lib/use-format.ts';
import { type FormatContext, formatValue } from './format-value.ts';
import { type ChangeSubject, type RecordedChange, splitChange } from './split-change.ts';

const actions = [
  'added',
  'changed',
  'deleted',
  'restored',
  'password-reset',
  'commanded',
  'refused',
] as const;

/** Formats actions and changed fields. */
export function useChangeFormatter() {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  return {
    formatAction: (act: string) => {
      const action = actions.find((knownAction) => knownAction === act);
      return action === undefined
        ? t('changes.actions.other', { act })
        : t(`changes.actions.${action}`);
    },
    formatLines: ({ changes }: AuditEntry) =>
      changes.flatMap((change) => formatChange(change, { t, format, now })),
  };
}

/** Formats a change as one line per value; the value before or after can be empty. */
export function formatChange(change: RecordedChange, context: FormatContext): string[] {
  const { t } = context;
  return splitChange(change).map((part) => {
    const field = formatField(part.subject, context);
    const [before, after] = [part.before, part.after].map((value) =>
      formatValue(part.subject, value, context),
    );
    if (part.before === null) return t('changes.set', { field, after });
    if (part.after === null) return t('changes.was', { field, before });
    return t('changes.to', { field, before, after });
  });
}

const cableLabels = {
  cable_name: 'cableName',
  cable_id: 'cableId',
  bin: 'subBin',
  flip: 'cableType',
  crop_name: 'cableCrop',
} as const;

function formatField(subject: ChangeSubject, { t, format }: FormatContext): string {
  switch (subject.kind) {
    case 'recorded':
      return t(`changes.fields.${subject.field}`);
    case 'setting':
      return t(toSettingLabel(subject.setting));
    case 'pressure':
      return t(`settingsForm.fields.pressure${subject.cable}`);
    case 'cable': {
      const whole = t('settingsForm.cable', { number: format.number(subject.cable) });
      return t('changes.partOf', { whole, part: t(`settingsForm.${cableLabels[subject.field]}`) });
    }
    case 'sensor': {
      const whole = t('settingsForm.cable', { number: format.number(subject.cable) });
      const part = t('changes.sensor', { number: format.number(subject.position) });
      return t('changes.partOf', { whole, part });
    }
    case 'alert':
      return t('changes.alert', { rule: t(`alerts.rules.${subject.rule}`) });
    case 'fan-slots':
      return t('changes.fanSlots', { day: format.weekday(subject.weekday) });
    case 'load': {
      const whole = t(`changes.entries.${subject.type}`, { id: subject.id });
      return t('changes.partOf', { whole, part: t(`changes.loadFields.${subject.field}`) });
    }
    case 'unknown':
      return subject.name.replaceAll('_', ' ');
  }
}

/**
 * In the form, a limit is labeled with the quantity that it limits; on its own, it needs the alert's name.
 */
const limitLabels = {
  temperatureAlertC: 'temperatureAlertEnabled',
  co2Alert: 'co2AlertEnabled',
  differenceAlertC: 'differenceAlertEnabled',
  silenceAlertHours: 'silenceAlertEnabled',
  minLevelAlert: 'minLevelAlertEnabled',
  maxLevelAlert: 'maxLevelAlertEnabled',
} as const;

function toSettingLabel(setting: Exclude<SettingName, 'pressureCables'>) {
  const isLimit = (name: string): name is keyof typeof limitLabels => name in limitLabels;
  const name = isLimit(setting) ? limitLabels[setting] : setting;
  return `settingsForm.fields.${name}` as const;
}
