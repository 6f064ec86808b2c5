import { MINUTE, SECOND } from '@granary/domain/units';
import type { Notice, NoticePorts } from '../notifications/notice-ports.ts';
import type { Trx } from '../platform/postgres/tables.ts';
import {
  claimStoppedFans,
  findBinsReportingSince,
  findFarmsWithPowerOutages,
  findOpenNotice,
  lockFarm,
  type OpenNotification,
  recordPowerOutageNotice,
  type StoppedFan,
} from './power-outages-store.ts';

/** Notices are not sent in quiet hours. */
export interface PowerOutagePorts
  extends NoticePorts<'fanStopped' | 'fanStoppedAt' | 'fansStopped' | 'fansStoppedAt'> {
  /** Changes a user's notification without sending another message. */
  changeNotification(trx: Trx, id: number, notice: Notice): Promise<void>;
  failed(error: unknown): void;
}

/** After an outage, boards reconnect one by one. How long to wait for the others, ms. */
const RECONNECT_WAIT = 30 * SECOND;
/** How long the fans of boards that reconnect after `RECONNECT_WAIT` are still added to the notice, ms. */
const NOTICE_UPDATE_PERIOD = 15 * MINUTE;
/** A notice names at most this many bins. */
const NAMED_BINS = 5;

/**
 * Notifies owners of fans that a power outage stopped: only a person can turn them on again. Each power
 * outage on a farm gets one notice; fans whose boards reconnect later are added to it without another
 * message. Ingest only stores the restart, and this job looks for it later, so no frame waits for a notice,
 * and no notice is lost if the process is killed.
 */
export async function notifyOfPowerOutages(ports: PowerOutagePorts): Promise<void> {
  for (const farmId of await findFarmsWithPowerOutages(ports.db, RECONNECT_WAIT)) {
    await ports.db
      .transaction()
      .execute((trx) => notifyOwner(ports, trx, farmId))
      .catch(ports.failed);
  }
}

async function notifyOwner(ports: PowerOutagePorts, trx: Trx, farmId: number): Promise<void> {
  const farm = await lockFarm(trx, farmId);
  const at = new Date(ports.now());
  const since = new Date(ports.now() - NOTICE_UPDATE_PERIOD);
  const openNotice = farm && (await findOpenNotice(trx, farmId, farm.ownerId, since));
  const stoppedFans = await claimStoppedFans(trx, farmId);
  if (stoppedFans.length === 0 || farm === null) return;
  const { lateFans, otherFans } = await splitByOpenNotice(trx, stoppedFans, openNotice);
  if (openNotice !== null && lateFans.length > 0) {
    const fans = [...openNotice.fans, ...lateFans];
    await ports.changeNotification(
      trx,
      openNotice.id,
      await writeNotice(ports, trx, { ...farm, farmId, fans, at }),
    );
    await recordPowerOutageNotice(trx, lateFans, openNotice.id);
  }
  if (otherFans.length > 0) {
    const notice = await writeNotice(ports, trx, { ...farm, farmId, fans: otherFans, at });
    await recordPowerOutageNotice(trx, otherFans, await ports.notify(trx, notice));
  }
}

/**
 * Divides stopped fans into late fans, which were stopped by the power outage of an open notice but whose
 * boards reconnected late, and other fans. A board that sent frames after the notice had power again by then,
 * so a later power outage stopped its fan.
 */
async function splitByOpenNotice(
  trx: Trx,
  stoppedFans: readonly StoppedFan[],
  openNotice: OpenNotification | null,
): Promise<{
  readonly lateFans: readonly StoppedFan[];
  readonly otherFans: readonly StoppedFan[];
}> {
  if (openNotice === null) return { lateFans: [], otherFans: stoppedFans };
  const ids = stoppedFans.map(({ binId }) => binId);
  const reportingBinIds = await findBinsReportingSince(trx, ids, openNotice.at, RECONNECT_WAIT);
  return {
    lateFans: stoppedFans.filter(({ binId }) => !reportingBinIds.has(binId)),
    otherFans: stoppedFans.filter(({ binId }) => reportingBinIds.has(binId)),
  };
}

interface NoticeContent {
  readonly farmId: number;
  readonly name: string;
  readonly ownerId: number;
  /** At least one. */
  readonly fans: readonly StoppedFan[];
  readonly at: Date;
}

async function writeNotice(
  ports: PowerOutagePorts,
  trx: Trx,
  { farmId, name: farm, ownerId: userId, fans, at }: NoticeContent,
): Promise<Notice> {
  const language = await ports.findLanguage(trx, userId);
  const [firstFan] = fans;
  const isSingleFan = fans.length === 1;
  const bins = formatBinNames(fans);
  const values = { farm, bin: bins, bins, count: `${fans.length}` };
  return {
    userId,
    title: ports.formatMessage(language, isSingleFan ? 'fanStopped' : 'fansStopped', values),
    body: ports.formatMessage(language, isSingleFan ? 'fanStoppedAt' : 'fansStoppedAt', values),
    target:
      isSingleFan && firstFan ? `/binsensor/${firstFan.binId}?tab=4` : `/binsensorlist/${farmId}`,
    at,
    aboutFarmId: farmId,
  };
}

function formatBinNames(fans: readonly StoppedFan[]): string {
  const names = fans.slice(0, NAMED_BINS).map(({ binName }) => binName);
  return [...names, ...(fans.length > NAMED_BINS ? ['…'] : [])].join(', ');
}
