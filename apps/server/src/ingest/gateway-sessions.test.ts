import { createConnectPacket, PINGREQ } from '@granary/simulator/load/packets';
import fc from 'fast-check';
import mqtt from 'mqtt';
import { describe, expect, it } from 'vitest';
import { TEST_PEPPER } from '../../test/support/board-fixtures.ts';
import {
  createPublishPacket,
  createReading,
  KEY,
  OTHER_KEY,
  useGatewayFixture,
  waitForEvent,
} from '../../test/support/gateway-fixture.ts';
import { RawMqttClient } from '../../test/support/mqtt-gateway.ts';
import { hashBoardKey } from '../boards/keys.ts';

const fixture = useGatewayFixture();

describe('sessions', () => {
  it('are always clean, even if the client requests a persistent session', async () => {
    const first = await fixture.connectMqttJs({ clean: false });
    await first.subscribeAsync('boards/A/down', { qos: 1 });
    await first.endAsync(true);
    const second = mqtt.connect({
      host: '127.0.0.1',
      port: fixture.testGateway.port,
      protocolVersion: 4,
      reconnectPeriod: 0,
      username: 'A',
      password: KEY,
      clientId: 'foreign',
      clean: false,
    });
    fixture.cleanups.push(() => second.endAsync(true));
    expect(await waitForEvent(second, 'connect')).toMatchObject([{ sessionPresent: false }]);
  });

  it('of two boards with the same client ID do not affect each other', async () => {
    const clientA = await fixture.connectMqttJs({ clientId: 'same' });
    const clientB = await fixture.connectMqttJs({
      clientId: 'same',
      username: 'B',
      password: OTHER_KEY,
    });
    await clientB.publishAsync('boards/B/up/temp-data', createReading(6), { qos: 1 });
    await clientA.publishAsync('boards/A/up/temp-data', createReading(6), { qos: 1 });
    expect(clientA.connected && clientB.connected).toBe(true);
  });

  it('of a board replace an earlier session with the same client ID', async () => {
    const first = await fixture.connectMqttJs({ clientId: 'same' });
    const closeEvent = waitForEvent(first, 'close');
    await fixture.connectMqttJs({ clientId: 'same' });
    await closeEvent;
    await expect.poll(() => fixture.testGateway.gateway.connectedSessionCount).toBe(1);
  });

  it('are limited to four per key: a fifth ends the oldest', async () => {
    const { testGateway } = fixture;
    const first = await fixture.connectMqttJs({ clientId: '0' });
    const closeEvent = waitForEvent(first, 'close');
    const others = await Promise.all(
      ['1', '2', '3', '4'].map((clientId) => fixture.connectMqttJs({ clientId })),
    );
    await closeEvent;
    await expect.poll(() => testGateway.gateway.connectedSessionCount).toBe(4);
    expect(others.every(({ connected }) => connected)).toBe(true);
    expect(testGateway.limitsReached).toContainEqual({ limit: 'sessionsPerBoard', board: 'A' });
  });

  it('of a board with empty client IDs can coexist', async () => {
    const first = await fixture.connectMqttJs({ clientId: '' });
    const second = await fixture.connectMqttJs({ clientId: '' });
    await second.publishAsync('boards/A/up/temp-data', createReading(7), { qos: 1 });
    await first.publishAsync('boards/A/up/temp-data', createReading(8), { qos: 1 });
    expect(fixture.testGateway.gateway.connectedSessionCount).toBe(2);
  });

  it('end when the client sends nothing for longer than its keepalive', async () => {
    const client = await fixture.connectBoard('A', KEY, 1);
    await client.waitForCondition(() => false);
    expect(client.isClosed).toBe(true);
    await expect.poll(() => fixture.testGateway.gateway.connectedSessionCount).toBe(0);
  });

  it('last as long as the client pings', async () => {
    const client = await fixture.connectMqttJs({ keepalive: 1 });
    let pings = 0;
    client.on('packetreceive', ({ cmd }) => {
      if (cmd === 'pingresp') pings++;
    });
    await expect.poll(() => pings, { timeout: 10_000 }).toBeGreaterThan(2);
    expect(client.connected).toBe(true);
  });

  it("end when the board's key is replaced, even while a session is being authenticated", async () => {
    const liveClient = await fixture.connectBoard();
    const other = await fixture.connectBoard('B', OTHER_KEY);
    fixture.testGateway.gateway.disconnect('A');
    await liveClient.waitForCondition(() => false);
    expect(liveClient.isClosed).toBe(true);
    expect(other.isClosed).toBe(false);

    const lock = await fixture.database.pool.connect();
    await lock.query('begin; lock table main_boards');
    const connectingClient = await RawMqttClient.open(fixture.testGateway.port);
    connectingClient.write(createConnectPacket('A', KEY, 60));
    await fixture.waitForBlockedQueries(1);
    fixture.testGateway.gateway.disconnect('A');
    await lock.query('commit');
    lock.release();
    await connectingClient.waitForCondition(() => false);
    expect(connectingClient.connack).toBeNull();
    expect(fixture.testGateway.gateway.connectedSessionCount).toBe(1);
  });

  it('end if their key was revoked without a notification, unlike sessions with the new key', async () => {
    const other = await fixture.connectBoard();
    const revokedClient = await fixture.connectBoard('B', OTHER_KEY);
    const { db } = fixture.database;
    const setKey = (key: string) =>
      db
        .updateTable('mainBoards')
        .set({ keyHash: hashBoardKey(TEST_PEPPER, key) })
        .where('id', '=', 'B')
        .execute();
    await setKey('key set without a notification');
    const newKeyClient = await fixture.connectBoard('B', 'key set without a notification');
    await fixture.testGateway.gateway.disconnectRevoked();
    await revokedClient.waitForCondition(() => false);
    newKeyClient.write(PINGREQ);
    expect(revokedClient.isClosed).toBe(true);
    expect([other.isClosed, newKeyClient.isClosed]).toEqual([false, false]);
    await expect.poll(() => fixture.testGateway.gateway.connectedSessionCount).toBe(2);
    await setKey(OTHER_KEY);
  });

  it('end if they are being authenticated while revoked keys are checked', async () => {
    const lock = await fixture.database.pool.connect();
    await lock.query('begin; lock table main_boards');
    const connectingClient = await RawMqttClient.open(fixture.testGateway.port);
    connectingClient.write(createConnectPacket('A', KEY, 60));
    await fixture.waitForBlockedQueries(1);
    const revocation = fixture.testGateway.gateway.disconnectRevoked();
    await lock.query('commit');
    lock.release();
    await revocation;
    await connectingClient.waitForCondition(() => false);
    expect(connectingClient.isClosed).toBe(true);
  });

  it('forward nothing: no board receives what it or another board publishes', async () => {
    const listener = await fixture.connectMqttJs();
    const received: string[] = [];
    listener.on('message', (topic) => received.push(topic));
    await listener.subscribeAsync('boards/A/down', { qos: 1 });
    const publisher = await fixture.connectBoard('B', OTHER_KEY);
    publisher.write(createPublishPacket(1, 'for A', 'boards/A/down'));
    await publisher.waitForCondition(() => false);
    await listener.publishAsync('boards/A/up/temp-data', createReading(9), { qos: 1 });
    expect(received).toEqual([]);
  });
});

describe('the server', () => {
  it('survives arbitrary bytes', async () => {
    const validPackets = [
      createConnectPacket('A', KEY, 60),
      createPublishPacket(7, createReading(50)),
      createPublishPacket(8, '{"v":1}', 'boards/A/up/fan-data'),
      Buffer.from([0x82, 9, 0, 1, 0, 4, 0x61, 0x2f, 0x62, 0x63, 1]),
      Buffer.from([0xa2, 8, 0, 1, 0, 4, 0x61, 0x2f, 0x62, 0x63]),
      ...[0x40, 0x50, 0x62, 0x70].map((type) => Buffer.from([type, 2, 0, 1])),
      PINGREQ,
      Buffer.from([0xe0, 0]),
      Buffer.from([0xf0, 0]),
    ];
    const packets = fc.array(
      fc.oneof(
        fc.constantFrom(...validPackets),
        fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
      ),
      { minLength: 1, maxLength: 6 },
    );
    const byteChanges = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), {
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(packets, byteChanges, fc.boolean(), async (chunks, changes, isConnected) => {
        const bytes = Buffer.concat(chunks);
        for (const [offset, value] of changes) bytes[offset % bytes.length] = value;
        const client = await RawMqttClient.open(fixture.testGateway.port);
        if (isConnected) client.write(createConnectPacket('A', KEY, 60));
        client.write(bytes);
        client.socket.end();
        await client.waitForCondition(() => false);
      }),
      { numRuns: 500 },
    );
    const client = await fixture.connectBoard();
    client.write(createPublishPacket(1, createReading(60)));
    await client.waitForCondition(() => client.acknowledgedIds.length === 1);
    expect(client.acknowledgedIds).toEqual([1]);
  });
});
