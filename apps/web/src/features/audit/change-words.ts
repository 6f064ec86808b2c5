import type { AuditEntry } from '@granary/contract/audit/http';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { type Formats } from '../../lib/format.ts';
import { useFormat } from '../../lib/use-format.ts';

type Change = AuditEntry['changes'][number];

const acts = ['added', 'changed', 'deleted', 'restored', 'password-reset'] as const;

/** Fields as they are called on the wire, as far as people know them by a name. */
const fields = [
  ...(['first_name', 'last_name', 'email', 'phone', 'city', 'state', 'country', 'role'] as const),
  ...(['distributor_id', 'distributor', 'notes', 'timezone', 'language'] as const),
  ...(['enable_notifications', 'enable_push_notifications'] as const),
  ...(['enable_sms_notifications', 'enable_email_notifications'] as const),
  ...(['farm_name', 'user_id', 'lat', 'lng', 'channel_8_sensor_attached'] as const),
  ...(['bin_id_for_channel_8_readings', 'bin_name', 'bin_count', 'farm_id', 'bin_topic'] as const),
  ...(['chart_data', 'firmware_version', 'firmware_type', 'checksum'] as const),
];

/** Acts and changed fields in words. */
export function useChangeWords() {
  const { t } = useTranslation();
  const format = useFormat();
  return {
    act: (act: string) => {
      const known = acts.find((one) => one === act);
      return known === undefined ? t('changes.acts.other', { act }) : t(`changes.acts.${known}`);
    },
    change: (change: Change) => sayChange(change, t, format),
  };
}

/** One field: what it was and what it is, either of which may be nothing. */
export function sayChange(change: Change, t: TFunction, format: Pick<Formats, 'number'>): string {
  const known = fields.find((one) => one === change.field);
  const field =
    known === undefined ? change.field.replaceAll('_', ' ') : t(`changes.fields.${known}`);
  const [before, after] = [change.before, change.after].map((value) => sayValue(value, t, format));
  if (change.before === null) return t('changes.set', { field, after });
  if (change.after === null) return t('changes.was', { field, before });
  return t('changes.to', { field, before, after });
}

function sayValue(value: unknown, t: TFunction, format: Pick<Formats, 'number'>): string {
  if (value === null || value === '') return t('changes.nothing');
  if (typeof value === 'boolean') return t(value ? 'changes.yes' : 'changes.no');
  if (typeof value === 'number' && Number.isInteger(value)) return format.number(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
