import type { AlertSeverity } from '@granary/domain/alerts/alert';
import type { ContactChannel, ContactSeverity } from '@granary/domain/farm-contacts/farm-contact';
import type { GeneratedAlways } from 'kysely';
import type { WithDefault } from './columns.ts';

export interface FarmContactsTable {
  id: GeneratedAlways<number>;
  farmId: number;
  name: string;
  channel: ContactChannel;
  address: string;
  minSeverity: ContactSeverity;
  language: string;
  /** The hash of the last code; null once it has confirmed the contact. */
  codeHash: Buffer | null;
  codeExpiresAt: Date | null;
  codeTries: WithDefault<number>;
  confirmedAt: Date | null;
  optedOutAt: Date | null;
  /** When the last alerts were sent. */
  lastAt: Date | null;
}

/** An alert that was sent to a contact, with its severity at that time. */
export interface FarmContactAlertsTable {
  contactId: number;
  alertId: number;
  severity: AlertSeverity;
}
