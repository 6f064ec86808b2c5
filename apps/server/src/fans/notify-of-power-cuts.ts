import type { Language } from '@granary/contract/accounts/http';
import { type Millis, SECOND } from '@granary/domain/units';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import {
  claimStoppedFans,
  findFarmOwner,
  findFarmsWithPowerCuts,
  type StoppedFan,
} from './power-cuts-store.ts';

export interface PowerCutPorts {
  readonly db: Db;
  now(): Millis;
  findLanguage(trx: Trx, userId: number): Promise<Language>;
  formatMessage(
    language: Language,
    key: 'fanStopped' | 'fanStoppedAt' | 'fansStopped' | 'fansStoppedAt',
    values: Readonly<Record<string, string>>,
  ): string;
  /** Not in quiet hours. */
  notify(
    trx: Trx,
    notification: {
      readonly userId: number;
      readonly title: string;
      readonly body: string;
      readonly target: string;
      readonly at: Date;
      readonly aboutFarmId: number;
    },
  ): Promise<unknown>;
  failed(error: unknown): void;
}

/** After an outage boards reconnect one by one. Wait this long for the rest, ms. */
const RECONNECT_WAIT = 30 * SECOND;
/** A notice names this many bins at most. */
const NAMED_BINS = 5;

/**
 * Notifies the owners of fans that a power cut stopped, by one notice for each farm: only a person turns
 * them on again. What ingest stores about a restart is the mark, so that no frame waits for this, and a
 * process that is killed loses nothing.
 */
export async function notifyOfPowerCuts(ports: PowerCutPorts): Promise<void> {
  for (const farmId of await findFarmsWithPowerCuts(ports.db, RECONNECT_WAIT)) {
    await ports.db
      .transaction()
      .execute((trx) => notifyOwner(ports, trx, farmId))
      .catch(ports.failed);
  }
}

async function notifyOwner(ports: PowerCutPorts, trx: Trx, farmId: number): Promise<void> {
  const fans = await claimStoppedFans(trx, farmId);
  const farm = await findFarmOwner(trx, farmId);
  const [first] = fans;
  if (first === undefined || farm === null) return;
  const language = await ports.findLanguage(trx, farm.ownerId);
  const isOne = fans.length === 1;
  const values = {
    farm: farm.name,
    bin: first.binName,
    bins: nameBins(fans),
    count: `${fans.length}`,
  };
  await ports.notify(trx, {
    userId: farm.ownerId,
    title: ports.formatMessage(language, isOne ? 'fanStopped' : 'fansStopped', values),
    body: ports.formatMessage(language, isOne ? 'fanStoppedAt' : 'fansStoppedAt', values),
    target: isOne ? `/binsensor/${first.binId}?tab=4` : `/binsensorlist/${farmId}`,
    at: new Date(ports.now()),
    aboutFarmId: farmId,
  });
}

function nameBins(fans: readonly StoppedFan[]): string {
  const names = fans.slice(0, NAMED_BINS).map(({ binName }) => binName);
  return [...names, ...(fans.length > NAMED_BINS ? ['…'] : [])].join(', ');
}
