import type { Instruction } from '@granary/domain/commands/instruction';
import { DAY, HOUR, MINUTE, type Millis, millis } from '@granary/domain/units';
import type { Updateable } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addBin,
  addCustomerFixtures,
  type CustomerFixtures,
  type TestBin,
} from '../../test/support/fixtures.ts';
import { storeReports } from '../../test/support/store-reports.ts';
import { addCommand } from '../../test/support/stored-commands.ts';
import { wireTestAlerts } from '../../test/support/test-alerts.ts';
import { createTestApp, type TestApp } from '../../test/support/test-app.ts';
import { handleCommandChange, storeBoardAnswers } from '../app/command-changes.ts';
import type { Alerts } from '../app/wire-alerts.ts';
import { toCommand } from '../commands/command-store.ts';
import { requestCommand } from '../commands/request-store.ts';
import { storeFanEvents } from '../fans/store.ts';
import type { Tables } from '../platform/postgres/tables.ts';
import { markBin } from './marks-store.ts';

let granary: TestApp;
let fixtures: CustomerFixtures;
let alerts: Alerts;
let bin: TestBin;
let runPoll: () => void;

beforeAll(async () => {
  granary = await createTestApp();
});

afterAll(() => granary.dispose());

beforeEach(async () => {
  fixtures = await addCustomerFixtures(granary.db);
  alerts = wireTestAlerts(granary, {
    repeat: (poll) => {
      runPoll = poll;
      return () => {};
    },
  });
  alerts.observer.stored([]);
  const fan = { fanAttached: true, plenumSensorAttached: true, fanOnSpeed: 3, fanOffSpeed: 1 };
  bin = await addBin(granary.db, fixtures.farmer.farm.id, { name: 'Home 4', ...fan });
});

const offInstruction = { kind: 'fan', isOn: false, runForS: null } as const satisfies Instruction;
const failedOutcome = { state: 'failed', failure: 'no-answer' } as const;

/** Queues a command and completes it with the given outcome, `minutes` from now. */
async function completeCommand(
  instruction: Instruction,
  minutes: number,
  outcome: Updateable<Tables['commands']>,
): Promise<void> {
  const at = new Date(granary.now() + minutes * MINUTE);
  await granary.db.transaction().execute(async (trx) => {
    const { id: binId } = bin;
    const cause = { controlType: 'manual', actorId: null, address: '', reason: '' } as const;
    const request = { binId, instruction, ...cause, expiresAt: null };
    const requested = await requestCommand(trx, request);
    if (requested.kind !== 'queued') throw new Error(requested.kind);
    const row = await trx
      .updateTable('commands')
      .set({ queuedAt: at, endedAt: outcome.confirmedAt ? null : at, ...outcome })
      .where('id', '=', requested.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const storedCommand = toCommand(row);
    if (storedCommand === null) throw new Error('the command has no instruction');
    await handleCommandChange(trx, {
      command: { ...storedCommand, actorId: null },
      kind: outcome.confirmedAt ? 'confirmed' : 'ended',
      message: '',
      at: millis(at.getTime()),
    });
  });
}

/** The open alerts of the bin. */
async function listAlerts() {
  await alerts.evaluate();
  const token = await granary.createToken(fixtures.farmer.user);
  const response = await granary.call({ url: `/api/alerts?bin_id=${bin.id}`, token });
  const { data } = response.body as unknown as {
    readonly data: { readonly rule: string; readonly severity: string }[];
  };
  return data.map(({ severity, rule }) => `${severity} ${rule}`);
}

async function listNotifications() {
  const rows = await granary.db
    .selectFrom('notifications')
    .select(['title', 'body', 'target'])
    .where('userId', '=', fixtures.farmer.user.id)
    .execute();
  return rows;
}

/** The bin's announced alerts, and whether each escalates without a response. */
async function listAnnouncedAlerts() {
  const rows = await granary.db
    .selectFrom('alerts')
    .select(['rule', 'escalatedAt'])
    .where('binId', '=', bin.id)
    .where('announcedAt', 'is not', null)
    .orderBy('announcedAt')
    .orderBy('rule')
    .execute();
  return rows.map(({ rule, escalatedAt }) => [
    rule,
    escalatedAt === null ? 'escalates' : 'in the summary',
  ]);
}

describe('alerts about commands', () => {
  it('notify the owner that an OFF command failed, until the board confirms a later one', async () => {
    await completeCommand(offInstruction, 0, failedOutcome);
    expect(await listAlerts()).toEqual(['critical fan-off-failed']);
    expect(await listNotifications()).toEqual([
      {
        title: 'Home 4: Fan may still be running: OFF not confirmed',
        body: expect.stringContaining('Fan may still be running: OFF not confirmed · '),
        target: `/binsensor/${bin.id}`,
      },
    ]);
    await completeCommand(offInstruction, 1, {
      state: 'confirmed',
      confirmedAt: new Date(granary.now()),
    });
    expect(await listAlerts()).toEqual([]);
  });

  it('do not cause alerts raised by late readings of the bin to be announced', async () => {
    const temperature = { temperatureAlertEnabled: true, temperatureAlertC: 25 };
    const { id } = bin;
    await granary.db.updateTable('bins').set(temperature).where('id', '=', id).execute();
    await completeCommand(offInstruction, 0, failedOutcome);
    const at = granary.now() - 7 * DAY;
    const hot = { temp_reading: [[31]], humidity_readings: [[50]] };
    const reports = [0, 1].map((hours) => ({
      date_time: new Date(at + hours * HOUR).toISOString(),
      ...hot,
    }));
    await storeReports(granary.db, bin, reports, granary.now());
    expect(await listAlerts()).toEqual(['critical fan-off-failed', 'critical temperature']);
    expect((await listNotifications()).map(({ title }) => title)).toEqual([
      'Home 4: Fan may still be running: OFF not confirmed',
    ]);
  });

  it('are announced at once after the first start, unless they began before it', async () => {
    const { db } = granary;
    const secondBin = await addBin(db, fixtures.farmer.farm.id, { name: 'Home 5' });
    const summaryBefore = new Date(granary.now());
    await db
      .insertInto('alertMemories')
      .values([bin, secondBin].map(({ id }) => ({ binId: id, checkpoints: '[]', summaryBefore })))
      .execute();
    const limit = { temperatureAlertEnabled: true, temperatureAlertC: 25 };
    await db.updateTable('bins').set(limit).where('id', '=', bin.id).execute();
    const startedAt = granary.now();
    const hot = { temp_reading: [[31]], humidity_readings: [[50]] };
    const createReport = (at: Millis, co2: number) => ({
      date_time: new Date(at).toISOString(),
      ...hot,
      co2,
    });
    const before = createReport(millis(startedAt - MINUTE), 400);
    await storeReports(db, bin, [before, createReport(startedAt, 5_000)], startedAt);
    const openedAt = new Date(startedAt - HOUR);
    await db.insertInto('binEntries').values({ binId: bin.id, openedAt }).execute();
    await completeCommand(offInstruction, 0, failedOutcome);
    const announcedRules = ['entry-co2', 'fan-off-failed'];
    await alerts.evaluate();
    expect(await listAnnouncedAlerts()).toEqual(announcedRules.map((rule) => [rule, 'escalates']));
    expect(await listNotifications()).toMatchObject([
      { title: expect.stringContaining('Do not enter') },
    ]);
    // A later evaluation of the same bin does not announce the others either.
    granary.advance(MINUTE);
    await storeReports(db, bin, [createReport(granary.now(), 5_000)], granary.now());
    await alerts.evaluate();
    expect(await listAnnouncedAlerts()).toHaveLength(announcedRules.length);
    await db.transaction().execute((trx) => markBin(trx, secondBin.id));
    await alerts.evaluate();
    expect(await listAnnouncedAlerts()).toEqual([
      ...announcedRules.map((rule) => [rule, 'escalates']),
      ['entry-overdue', 'in the summary'],
      ['temperature', 'in the summary'],
    ]);
  });

  it('end when someone uses the switch at the bin', async () => {
    await completeCommand(offInstruction, -5, failedOutcome);
    expect(await listAlerts()).toEqual(['critical fan-off-failed']);
    const receivedAt = new Date(granary.now());
    await granary.db.transaction().execute((trx) =>
      storeBoardAnswers(trx, {
        boards: [bin.mainBoardId],
        answers: [],
        binIdsWithReadings: [],
        airflows: [],
        controls: [
          {
            binId: bin.id,
            isLocked: null,
            isBySwitch: true,
            isAfterPowerOutage: false,
            isOn: false,
            receivedAt,
          },
        ],
      }),
    );
    expect(await listAlerts()).toEqual([]);
  });

  it('warn about any other failed command for a day', async () => {
    await alerts.start(() => false);
    await completeCommand({ kind: 'radio', frequency: 40, radioGroup: 5 }, -60, failedOutcome);
    expect(await listAlerts()).toEqual(['warning command-failed']);
    granary.advance(DAY);
    runPoll();
    await expect.poll(listAlerts).toEqual([]);
    await alerts.stop();
  });

  it('warn about installation mode that has been on for a day', async () => {
    await alerts.start(() => false);
    await granary.db
      .updateTable('bins')
      .set({ installationMode: true })
      .where('id', '=', bin.id)
      .execute();
    const confirmedAt = new Date(granary.now());
    const onInstruction = { kind: 'installation-mode', isOn: true } as const;
    await completeCommand(onInstruction, 0, { state: 'confirmed', confirmedAt });
    // The bin was at another bin station in between.
    await addCommand(
      granary.db,
      { ...bin, binNumber: 2 },
      {
        kind: 'installation-mode',
        instruction: JSON.stringify({ ...onInstruction, isOn: false }),
        queuedAt: new Date(granary.now() + 1),
        state: 'confirmed',
        confirmedAt,
      },
    );
    expect(await listAlerts()).toEqual([]);
    granary.advance(DAY);
    runPoll();
    await expect.poll(listAlerts).toEqual(['warning installation-mode']);
    await completeCommand({ ...onInstruction, isOn: false }, 0, {
      state: 'confirmed',
      confirmedAt,
    });
    expect(await listAlerts()).toEqual([]);
    await alerts.stop();
  });
});

describe('alerts about airflow', () => {
  /** Stores a fan report, then an air speed reading every five minutes until now. */
  async function report(isOn: boolean, ...speeds: number[]): Promise<void> {
    const now = granary.now();
    const from = millis(now - speeds.length * 5 * MINUTE);
    const at = new Date(from);
    await granary.db.transaction().execute((trx) =>
      storeFanEvents(trx, [
        {
          binId: bin.id,
          sentAt: at,
          at,
          isOn,
          commandId: null,
          lockout: false,
          causedBy: 'switch',
          eventId: null,
          receivedAt: at,
          isImported: false,
        },
      ]),
    );
    const toReport = (wind_speed: number, at: Millis) => ({
      date_time: new Date(at).toISOString(),
      temp_reading: [[20]],
      humidity_readings: [[50]],
      wind_speed,
    });
    const reports = speeds.map((speed, i) => toReport(speed, millis(from + i * 5 * MINUTE)));
    await storeReports(granary.db, bin, reports, now);
  }

  it.each([
    ['no airflow while the fan is on', true, 0, 'warning no-air'],
    ['airflow while the fan is off', false, 4, 'critical air-without-command'],
  ])('report %s', async (_name, isOn, speed, alert) => {
    await report(isOn, ...Array.from({ length: 24 }, () => speed));
    expect(await listAlerts()).toEqual([alert]);
    granary.advance(10 * MINUTE);
    await report(!isOn, speed);
    expect(await listAlerts()).toEqual([]);
  });
});
