import type { FanDetails } from '@granary/contract/commands/http';
import type { FanWeek } from '@granary/contract/fans/schedule';
import type { Actor } from '@granary/domain/access/access';
import { fullName } from '@granary/domain/accounts/full-name';
import { canCloseEntry } from '@granary/domain/fans/entry';
import { type Millis, millis } from '@granary/domain/units';
import type { RefusedCommand } from '../access/guard.ts';
import { findLanguage, findUser } from '../accounts/store.ts';
import { markBin } from '../alerts/marks-store.ts';
import { recordBinChange } from '../audit/record-change.ts';
import { findBin } from '../bins/deletion/store.ts';
import type { FanStart } from '../commands/command-fan.ts';
import { closeEntry, openEntry } from '../commands/enter-bin.ts';
import { findEntries } from '../commands/entry-store.ts';
import { commandRoutes } from '../commands/routes.ts';
import { serializeSchedule } from '../fans/change-schedule.ts';
import { findFanSchedule } from '../fans/schedule-store.ts';
import { notify } from '../notifications/notify.ts';
import { formatMessage } from '../platform/http/error-message.ts';
import { ApiError } from '../platform/http/error-response.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import type { BinContext } from '../readings/bin-context.ts';
import type { Dependencies, HttpServer } from './dependencies.ts';
import { loadFan } from './load-fan.ts';
import { toLanguage } from './wire-alerts.ts';
import type { Messages } from './wire-outbox.ts';

/** Wires the routes of the commands that users send to fans. */
export function wireFanCommands(
  { db, now }: Dependencies,
  { app, guard }: HttpServer,
  { outbox }: Messages,
): void {
  const entryPorts = { db, markBin };
  commandRoutes(app, {
    db,
    guard,
    now,
    loadFan: ({ bin }) => loadFan(db, bin, now()),
    loadSchedule: (binId) => loadWeek(db, binId),
    loadEntries: (context, actor) => loadEntries(db, context, actor),
    openEntry: (...args) => openEntry(entryPorts, ...args),
    closeEntry: (...args) => closeEntry(entryPorts, ...args),
    notifyOfFanStart: (trx, start) => notifyOfStart(trx, outbox, start),
  });
}

async function loadEntries(
  db: Db,
  { bin, owner }: BinContext,
  actor: Actor,
): Promise<FanDetails['entries']> {
  const entries = await findEntries(db, bin.id);
  return entries.map(({ id, openedAt, openedBy, name }) => ({
    id,
    since: millis(openedAt.getTime()),
    personName: name,
    isOwn: openedBy === actor.id,
    mayClose: canCloseEntry(actor, openedBy, owner),
  }));
}

async function loadWeek(db: Db, binId: number): Promise<FanWeek> {
  const schedule = await findFanSchedule(db, binId);
  if (!schedule) throw new ApiError('NOT_FOUND', 'binMissing');
  return serializeSchedule(schedule).week;
}

/**
 * Notifies the owner of a bin that its fan is being turned on, even in quiet hours: people may be at the bin.
 */
async function notifyOfStart(
  trx: Trx,
  outbox: Messages['outbox'],
  { context: { bin, farmName, owner }, actorId, at }: FanStart,
): Promise<void> {
  const actor = await findUser(trx, actorId);
  const language = toLanguage(await findLanguage(trx, owner.userId));
  const values = {
    bin: bin.name,
    farm: farmName,
    name: actor ? fullName(actor) : '',
  };
  const notification = {
    userId: owner.userId,
    title: formatMessage(language, 'fanStarted', values),
    body: formatMessage(language, 'fanStartedBy', values),
    target: `/binsensor/${bin.id}?tab=4`,
    at: new Date(at),
  };
  await notify(trx, notification, true, outbox);
}

/** Records in the audit log of a bin's owner that someone else's command was refused. */
export async function auditRefusal(
  db: Db,
  { callerId, address, binId, fields }: RefusedCommand,
  at: Millis,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const bin = await findBin(trx, binId);
    if (!bin) return;
    await recordBinChange(trx, bin.id, {
      at,
      actor: { id: callerId },
      address,
      act: 'refused',
      changes: fields.map(({ field, value }) => ({ field, before: null, after: value })),
    });
  });
}
