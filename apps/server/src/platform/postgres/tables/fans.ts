import type { DefaultNow, WithDefault } from './columns.ts';

export interface FanEventsTable {
  binId: number;
  sentAt: Date;
  at: Date;
  isOn: boolean;
  commandId: string | null;
  lockout: WithDefault<boolean>;
}

export interface FanCommandsTable {
  id: string;
  mainBoardId: string;
  binId: number;
  command: string;
  status: WithDefault<
    | 'queued'
    | 'released'
    | 'confirmed'
    | 'proven'
    | 'expired'
    | 'superseded'
    | 'failed'
    | 'cancelled'
  >;
  createdAt: DefaultNow;
  releasedAt: Date | null;
}
