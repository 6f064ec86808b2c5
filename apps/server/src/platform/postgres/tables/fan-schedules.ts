import type { Weekday } from '@granary/domain/fans/fan-slots';
import type { GeneratedAlways } from 'kysely';
import type { WithDefault } from './columns.ts';

export interface FanSlotsTable {
  id: GeneratedAlways<number>;
  binId: number;
  weekday: Weekday;
  /** In the farm's local time, 'HH:MM'. */
  onTime: string;
  offTime: string;
}

export interface FanSchedulesTable {
  binId: number;
  version: WithDefault<number>;
  /** The fan state that the schedule last sent; null while the bin is not on its schedule. */
  sentOn: boolean | null;
  sentUntil: Date | null;
  sentAt: Date | null;
}
