import { MINUTE, SECOND } from '@granary/domain/units';
import type { Notice, NoticePorts } from '../notifications/notice-ports.ts';
import type { Trx } from '../platform/postgres/tables.ts';
import {
  claimStoppedFans,
  findFarmsWithPowerCuts,
  findOpenNotice,
  lockFarmOwner,
  recordNotice,
  type StoppedFan,
} from './power-cuts-store.ts';

/** Notices are not sent in quiet hours. */
export interface PowerCutPorts
  extends NoticePorts<'fanStopped' | 'fanStoppedAt' | 'fansStopped' | 'fansStoppedAt'> {
  /** Changes an entry behind the bell of a user, and sends nothing. */
  changeNotice(trx: Trx, id: number, notice: Notice): Promise<unknown>;
  failed(error: unknown): void;
}

/** After an outage boards reconnect one by one. Wait this long for the rest, ms. */
const RECONNECT_WAIT = 30 * SECOND;
/** The fans of boards that reconnect later than that are added to the notice for this long, ms. */
const NOTICE_OPEN = 15 * MINUTE;
/** A notice names this many bins at most. */
const NAMED_BINS = 5;

/**
 * Notifies the owners of fans that a power cut stopped, by one notice for each farm, which later ones are
 * added to without another message: only a person turns them on again. What ingest stores about a restart is the mark, so that no frame waits for this, and a
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
  const farm = await lockFarmOwner(trx, farmId);
  const at = new Date(ports.now());
  const since = new Date(ports.now() - NOTICE_OPEN);
  const open = farm && (await findOpenNotice(trx, farmId, farm.ownerId, since));
  const stopped = await claimStoppedFans(trx, farmId);
  if (stopped.length === 0 || farm === null) return;
  const fans = [...(open?.fans ?? []), ...stopped];
  const notice = await writeNotice(ports, trx, { ...farm, farmId, fans, at });
  if (open !== null) await ports.changeNotice(trx, open.id, notice);
  await recordNotice(trx, stopped, open?.id ?? (await ports.notify(trx, notice)));
}

interface StoppedFans {
  readonly farmId: number;
  readonly name: string;
  readonly ownerId: number;
  /** At least one. */
  readonly fans: readonly StoppedFan[];
  readonly at: Date;
}

async function writeNotice(
  ports: PowerCutPorts,
  trx: Trx,
  { farmId, name: farm, ownerId: userId, fans, at }: StoppedFans,
): Promise<Notice> {
  const language = await ports.findLanguage(trx, userId);
  const [first] = fans;
  const isOne = fans.length === 1;
  const bins = nameBins(fans);
  const values = { farm, bin: bins, bins, count: `${fans.length}` };
  return {
    userId,
    title: ports.formatMessage(language, isOne ? 'fanStopped' : 'fansStopped', values),
    body: ports.formatMessage(language, isOne ? 'fanStoppedAt' : 'fansStoppedAt', values),
    target: isOne && first ? `/binsensor/${first.binId}?tab=4` : `/binsensorlist/${farmId}`,
    at,
    aboutFarmId: farmId,
  };
}

function nameBins(fans: readonly StoppedFan[]): string {
  const names = fans.slice(0, NAMED_BINS).map(({ binName }) => binName);
  return [...names, ...(fans.length > NAMED_BINS ? ['…'] : [])].join(', ');
}
