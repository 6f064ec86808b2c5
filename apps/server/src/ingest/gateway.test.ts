import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnectPacket, PINGREQ } from '@granary/simulator/load/packets';
import { describe, expect, it } from 'vitest';
import { seedBoard, seedFarm } from '../../test/support/board-fixtures.ts';
import {
  createPublishPacket,
  createReading,
  KEY,
  OTHER_KEY,
  toTimestamp,
  useGatewayFixture,
  waitForEvent,
} from '../../test/support/gateway-fixture.ts';
import { runMosquitto } from '../../test/support/mosquitto.ts';
import { RawMqttClient, startTestGateway } from '../../test/support/mqtt-gateway.ts';
import { TEST_CERTIFICATE, TEST_CERTIFICATE_KEY } from '../../test/support/tls-certificate.ts';

const fixture = useGatewayFixture();

describe('the gateway', () => {
  it('accepts a reading from mosquitto_pub and acknowledges it', async () => {
    const { code, output } = await runMosquitto('pub', [
      ...fixture.createPublishArgs('A', KEY),
      '-d',
    ]);
    expect(output).toMatch(/received PUBACK/);
    expect(code).toBe(0);
    expect(await fixture.loadReadingTimes()).toEqual([toTimestamp(1)]);
  });

  it.each([
    ['a wrong key', 'A', 'guess'],
    ['the key of another board', 'A', OTHER_KEY],
    ['an unknown board', 'nobody', KEY],
    ['a board without a key', 'keyless', ''],
    ['a name that no board can have', 'A/../B', KEY],
  ])('refuses %s', async (_, user, key) => {
    const { code, output } = await runMosquitto('pub', fixture.createPublishArgs(user, key));
    expect(code).not.toBe(0);
    expect(output).toMatch(/bad user name or password/i);
    expect(fixture.testGateway.rejections).toEqual([{ reason: 'credentials', board: user }]);
  });

  it('refuses a client without a username or a password', async () => {
    for (const args of [[], ['-u', 'A']]) {
      const { code, output } = await runMosquitto('pub', [
        '-p',
        String(fixture.testGateway.port),
        '-q',
        '1',
        '-t',
        'boards/A/up/temp-data',
        '-m',
        'x',
        ...args,
      ]);
      expect(code).not.toBe(0);
      expect(output).toMatch(/bad user name or password/i);
    }
  });

  it('rejects a client that sets a will, with a CONNACK', async () => {
    const { code, output } = await runMosquitto('pub', [
      ...fixture.createPublishArgs('A', KEY),
      '--will-topic',
      'boards/A/up/temp-data',
      '--will-payload',
      'gone',
    ]);
    expect(code).not.toBe(0);
    expect(output).toMatch(/not authori[sz]ed/i);
    expect(fixture.testGateway.rejections).toEqual([{ reason: 'will', board: 'A' }]);
  });

  it('reports the unsupported version to an MQTT 5 client', async () => {
    const { code, output } = await runMosquitto('pub', [
      ...fixture.createPublishArgs('A', KEY),
      '-V',
      '5',
    ]);
    expect(code).not.toBe(0);
    expect(output).toMatch(/protocol version/i);
    await expect(fixture.connectMqttJs({ protocolVersion: 5 })).rejects.toThrow(
      /protocol version/i,
    );
  });

  it('disconnects clients that send other packets before CONNECT or do not use MQTT', async () => {
    for (const bytes of [
      createPublishPacket(1, createReading(2)),
      PINGREQ,
      Buffer.from('GET / HTTP/1.1\r\n\r\n'),
    ]) {
      const client = await RawMqttClient.open(fixture.testGateway.port);
      client.write(bytes);
      await client.waitForCondition(() => false);
      expect(client.isClosed).toBe(true);
    }
    expect(fixture.testGateway.frames).toEqual([]);
  });

  it('uses few queries to look up a thousand boards that connect at once', async () => {
    const farmId = await seedFarm(fixture.database.db);
    const ids = Array.from({ length: 1_000 }, (_, i) => `many-${i}`);
    for (const id of ids) await seedBoard(fixture.database.db, farmId, { id, key: id, bins: [] });
    let queries = 0;
    const count = () => queries++;
    fixture.database.pool.on('acquire', count);
    const clients = await Promise.all(
      ids.map((id) =>
        RawMqttClient.connect(fixture.testGateway.port, id, id).then((client) => ({ id, client })),
      ),
    );
    fixture.database.pool.off('acquire', count);
    expect(clients.filter(({ client }) => client.connack !== 0)).toEqual([]);
    expect(fixture.testGateway.gateway.connectedSessionCount).toBe(1_000);
    // The number of boards that share a query depends on how fast they connect; without sharing, each board
    // would need its own query.
    expect(queries).toBeLessThan(ids.length / 4);
    for (const { client } of clients) client.close();
  });
});

describe('over TLS', () => {
  it('a board gets its PUBACK, and a connection without TLS is closed', async () => {
    const tls = { cert: Buffer.from(TEST_CERTIFICATE), key: Buffer.from(TEST_CERTIFICATE_KEY) };
    const tlsGateway = await startTestGateway(fixture.database.db, undefined, tls);
    fixture.cleanups.push(() => tlsGateway.dispose());
    const folder = await mkdtemp(join(tmpdir(), 'granary-tls-'));
    fixture.cleanups.push(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'ca.pem'), TEST_CERTIFICATE);
    const tlsArgs = ['-p', String(tlsGateway.port), '--cafile', join(folder, 'ca.pem')];
    const { code, output } = await runMosquitto('pub', [
      ...fixture.createPublishArgs('A', KEY),
      '-d',
      ...tlsArgs,
    ]);
    expect(output).toMatch(/received PUBACK/);
    expect(code).toBe(0);

    const plainClient = await RawMqttClient.open(tlsGateway.port);
    plainClient.write(createConnectPacket('A', KEY, 60));
    await plainClient.waitForCondition(() => false);
    expect(plainClient.connack).toBeNull();
    expect(tlsGateway.gateway.isListening).toBe(true);
  });
});

describe('what a board may publish', () => {
  it.each([
    ["another board's topic", 'boards/B/up/temp-data'],
    ['its own down topic', 'boards/A/down'],
    ["another board's down topic", 'boards/B/down'],
    ['a system topic', '$SYS/x/new/clients'],
    ['a topic that only begins like its own', 'boards/A/upper'],
    ['a topic with U+0000, which no text in PostgreSQL can hold', 'boards/A/up/\0'],
    ['a topic with a line break', 'boards/A/up/temp-data\n'],
    ['a wildcard', 'boards/A/up/#'],
    ['an empty topic', ''],
  ])('does not include %s', async (_, topic) => {
    const client = await fixture.connectBoard();
    client.write(createPublishPacket(1, createReading(3), topic));
    await client.waitForCondition(() => false);
    expect(client.acknowledgedIds).toEqual([]);
    expect(fixture.testGateway.frames).toEqual([]);
    expect(fixture.testGateway.postponeErrors).toEqual([]);
  });

  it('does not include retained messages', async () => {
    await runMosquitto('pub', [...fixture.createPublishArgs('A', KEY), '-r']);
    expect(fixture.testGateway.rejections).toEqual([{ reason: 'retained', board: 'A' }]);
    expect(fixture.testGateway.frames).toEqual([]);
  });

  it('does not include messages with QoS 2', async () => {
    const client = await fixture.connectMqttJs();
    const closeEvent = waitForEvent(client, 'close');
    client.publish('boards/A/up/temp-data', createReading(4), { qos: 2 });
    await closeEvent;
    expect(fixture.testGateway.rejections).toEqual([{ reason: 'qos', board: 'A' }]);
    expect(fixture.testGateway.frames).toEqual([]);
  });

  it('is limited to 64 KiB, including the header', async () => {
    const client = await fixture.connectBoard();
    const overhead = createPublishPacket(1, '').length;
    const longest = Buffer.alloc(64 * 1024 - overhead - 2, 0x20);
    expect(createPublishPacket(1, longest)).toHaveLength(64 * 1024);
    client.write(createPublishPacket(1, longest));
    await client.waitForCondition(() => client.acknowledgedIds.length > 0);
    expect(client.acknowledgedIds).toEqual([1]);
    client.write(createPublishPacket(2, Buffer.alloc(longest.length + 1)));
    await client.waitForCondition(() => false);
    expect(client.acknowledgedIds).toEqual([1]);
    expect(fixture.testGateway.rejections).toEqual([{ reason: 'too-long', board: null }]);
  });

  it('includes frames with QoS 0, which are stored too', async () => {
    const client = await fixture.connectMqttJs();
    await client.publishAsync('boards/A/up/temp-data', createReading(5), { qos: 0 });
    await expect.poll(() => fixture.testGateway.stored.length).toBe(1);
  });

  it('can be sent right after CONNECT, before the CONNACK', async () => {
    const client = await RawMqttClient.open(fixture.testGateway.port);
    const frames = Array.from({ length: 100 }, (_, i) =>
      createPublishPacket(i + 1, createReading(100 + i)),
    );
    client.write(Buffer.concat([createConnectPacket('A', KEY, 60), ...frames]));
    await client.waitForCondition(() => client.acknowledgedIds.length === frames.length);
    expect(client.acknowledgedIds.toSorted((a, b) => a - b)).toEqual(frames.map((_, i) => i + 1));
    client.close();
  });
});

describe('what a board may subscribe to', () => {
  const subscribe = async (topic: string) => {
    const client = await fixture.connectMqttJs();
    const [grant] = await client.subscribeAsync(topic, { qos: 1 }).catch(() => [null]);
    return grant?.qos ?? null;
  };

  it('is its own down topic', async () => {
    expect(await subscribe('boards/A/down')).toBe(1);
    const subscribeArgs = [
      '-p',
      String(fixture.testGateway.port),
      '-u',
      'A',
      '-P',
      KEY,
      '-t',
      'boards/A/down',
      '-E',
    ];
    expect((await runMosquitto('sub', subscribeArgs)).code).toBe(0);
  });

  it.each([
    '#',
    '+',
    '$SYS/#',
    '$SYS/+/new/clients',
    'boards/#',
    'boards/+/down',
    'boards/A/#',
    'boards/A/+',
    'boards/B/down',
    'boards/A/up/temp-data',
    'boards/A/down/',
    '$share/g/#',
  ])('is not %s', async (topic) => {
    expect(await subscribe(topic)).toBeNull();
    expect(fixture.testGateway.rejections).toContainEqual({ reason: 'topic', board: 'A' });
    const listenArgs = [
      '-p',
      String(fixture.testGateway.port),
      '-u',
      'A',
      '-P',
      KEY,
      '-t',
      topic,
      '-E',
    ];
    const { output } = await runMosquitto('sub', listenArgs);
    expect(output).toMatch(/denied/i);
  });
});
