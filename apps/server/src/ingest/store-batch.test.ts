import { toScalars } from '@granary/domain/readings/scalars';
import { MINUTE, millis, SECOND } from '@granary/domain/units';
import { describe, expect, it } from 'vitest';
import { seedBoard, seedFarm } from '../../test/support/board-fixtures.ts';
import {
  createReadingBody,
  readRawFrames,
  readReadingTimes,
} from '../../test/support/ingest-feed.ts';
import { ago, NOW, useIngestFixture } from '../../test/support/ingest-fixture.ts';
import { findDifferences } from '../../test/support/recompute.ts';
import { fromReadingRow } from '../readings/row.ts';

const fixture = useIngestFixture();
const { getBinId, createFrame } = fixture;

describe('a reading', () => {
  it('is stored as it was sent, without values that are not measurements', async () => {
    await fixture.feed.send(
      createFrame({
        v: 1,
        bin_number: 1,
        date_time: '2026-10-14T11:00:00Z',
        temp_reading: [[12.345, -200, null, 85, 84.99, -50, -50.01], []],
        humidity_readings: [[55.5, 101, -1, 0, 100], [], [40, null]],
        cable_ids: [12, -1, 254],
        battery: 255,
        level_sensor: 2345.4,
        co2: 612,
        wind_speed: 3.456,
        wind_pressure: -12.3,
        wind_speed_plenum_2: 0,
        wind_pressure_plenum_2: 99_999.99,
        wind_temperature: 85,
        channel_8_temperature: -12.34,
        channel_8_humidity: 88.88,
        pressure_cables: { X1: 12, X2: 0 },
        any_error: 1,
      }),
    );
    const row = await fixture.db
      .selectFrom('readings')
      .selectAll()
      .where('binId', '=', getBinId())
      .executeTakeFirstOrThrow();
    const { temperatures, humidities, ...rest } = fromReadingRow(row);
    const missing = -32_768;
    expect(temperatures).toEqual({
      lengths: [7, 0, 2],
      values: Int16Array.of(
        1235,
        missing,
        missing,
        missing,
        8499,
        -5000,
        missing,
        missing,
        missing,
      ),
    });
    expect([...humidities.values]).toEqual([
      5550,
      missing,
      missing,
      0,
      10_000,
      missing,
      missing,
      4000,
      missing,
    ]);
    expect(rest).toEqual({
      at: Date.parse('2026-10-14T11:00:00Z'),
      cableIds: [12, -1, 254],
      anyError: true,
      clockWrong: false,
      scalars: {
        ...toScalars(() => null),
        battery: 100,
        levelMm: 2345,
        co2: 612,
        windSpeed: 3.46,
        windPressure: -12.3,
        windSpeedPlenum2: 0,
        windPressurePlenum2: 99_999.99,
        ambientTemperature: -12.34,
        ambientHumidity: 88.88,
        pressureX1: 12,
        pressureX2: 0,
      },
    });
  });

  it('with only a timestamp is stored too', async () => {
    await fixture.feed.send(createFrame({ v: 1, bin_number: 1, date_time: NOW / 1000 }));
    expect(await readReadingTimes(fixture.db, getBinId())).toEqual([NOW]);
    expect(await findDifferences(fixture.db)).toEqual([]);
  });

  it('is reported as the newest of its bin, unless it is late', async () => {
    await fixture.feed.send(createFrame(createReadingBody(1, ago(MINUTE))));
    await fixture.feed.send(
      createFrame(createReadingBody(1, ago(2 * MINUTE))),
      createFrame(createReadingBody(1, NOW)),
    );
    expect(fixture.feed.stored.map(({ reading: { at }, isNewest }) => [at, isNewest])).toEqual([
      [ago(MINUTE), true],
      [ago(2 * MINUTE), false],
      [NOW, true],
    ]);
  });
});

describe('a day', () => {
  it.each([
    // Daylight saving time begins: March 10, 2024, has 23 hours in Winnipeg.
    ['2024-03-10T05:59:59Z', '2024-03-09'],
    ['2024-03-10T06:00:00Z', '2024-03-10'],
    ['2024-03-11T04:59:59Z', '2024-03-10'],
    ['2024-03-11T05:00:00Z', '2024-03-11'],
    // Daylight saving time ends: November 3, 2024, has 25 hours.
    ['2024-11-03T04:59:59Z', '2024-11-02'],
    ['2024-11-03T05:00:00Z', '2024-11-03'],
    ['2024-11-04T05:59:59Z', '2024-11-03'],
    ['2024-11-04T06:00:00Z', '2024-11-04'],
  ])("follows the farm's time zone: %s is on %s in Winnipeg", async (instant, day) => {
    const id = `${fixture.board}-w`;
    const farm = await seedFarm(fixture.db, 'America/Winnipeg');
    const binIds = await seedBoard(fixture.db, farm, { id, key: null, bins: [{ binNumber: 1 }] });
    const at = millis(Date.parse(instant));
    await fixture.feed.send({ board: id, at, body: createReadingBody(1, at) });
    const rows = await fixture.db
      .selectFrom('days')
      .select('day')
      .where('binId', '=', binIds.get(1) ?? 0)
      .execute();
    expect(rows).toEqual([{ day }]);
  });

  it("is in UTC if the server does not support the farm's time zone", async () => {
    const id = `${fixture.board}-lost`;
    const farm = await seedFarm(fixture.db, 'Atlantis/Capital');
    const binIds = await seedBoard(fixture.db, farm, { id, key: null, bins: [{ binNumber: 1 }] });
    await fixture.feed.send(
      { board: id, at: NOW, body: createReadingBody(1, NOW) },
      createFrame(createReadingBody(1, NOW)),
    );
    expect(fixture.feed.postponeErrors).toEqual([]);
    expect(await readReadingTimes(fixture.db, binIds.get(1) ?? 0)).toEqual([NOW]);
    await fixture.db.updateTable('farms').set({ timezone: 'UTC' }).where('id', '=', farm).execute();
    expect(await findDifferences(fixture.db)).toEqual([]);
  });
});

describe('other frames', () => {
  it('from a board that is starting up update its type and firmware', async () => {
    const createHello = (rest: object) =>
      createFrame({ v: 1, kind: 'hello', ...rest }, 'firmware-data');
    await fixture.feed.send(
      createHello({ board_type: 'main', firmware_name: 'sleep', firmware_version: '2.03' }),
      createHello({ firmware_version: '2.04' }),
    );
    const row = await fixture.db
      .selectFrom('mainBoards')
      .selectAll()
      .where('id', '=', fixture.board)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      boardType: 'main',
      firmwareName: 'sleep',
      firmwareVersion: '2.04',
      helloAt: new Date(NOW),
    });
  });

  it('about configurations and updates are stored as raw data', async () => {
    const config = { v: 1, kind: 'config', bin_number: 2, command_id: 'c', status: 'completed' };
    await fixture.feed.send(createFrame(config, 'firmware-data'));
    expect(fixture.feed.frames[0]?.content).toEqual({
      kind: 'report',
      binNumber: 2,
      commandId: 'c',
      status: 'completed',
      message: '',
    });
    expect(await readRawFrames(fixture.db, fixture.board)).toMatchObject([
      { binNumber: 2, reason: null },
    ]);
  });

  it('about a fan are stored once', async () => {
    const createFanFrame = (state: string, seconds: number, rest: object = {}) =>
      createFrame(
        { v: 1, bin_number: 1, fan: state, date_time: NOW / 1000 - seconds, ...rest },
        'fan-data',
      );
    await fixture.feed.send(
      createFanFrame('on', 60, { command_id: 'x' }),
      createFanFrame('off', 30, { lockout: true }),
    );
    await fixture.feed.send(createFanFrame('off', 30, { lockout: true }));
    const rows = await fixture.db
      .selectFrom('fanEvents')
      .select(['at', 'isOn', 'commandId', 'lockout'])
      .where('binId', '=', getBinId())
      .orderBy('at')
      .execute();
    expect(rows).toEqual([
      { at: new Date(ago(60 * SECOND)), isOn: true, commandId: 'x', lockout: false },
      { at: new Date(ago(30 * SECOND)), isOn: false, commandId: null, lockout: true },
    ]);
  });
});
