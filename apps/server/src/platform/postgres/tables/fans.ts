import type { GeneratedAlways } from 'kysely';
import type { WithDefault } from './columns.ts';

export interface FanEventsTable {
  id: GeneratedAlways<string>;
  binId: number;
  sentAt: Date;
  at: Date;
  isOn: boolean;
  commandId: string | null;
  lockout: WithDefault<boolean>;
  /** Null in events from before boards reported it. */
  causedBy: 'command' | 'switch' | 'timer' | 'restart' | null;
  eventId: string | null;
  receivedAt: Date | null;
}
