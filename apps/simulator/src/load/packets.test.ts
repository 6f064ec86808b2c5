import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  createConnectPacket,
  createPublishTemplate,
  createSubscribePacket,
  readPackets,
} from './packets.ts';

it('encodes CONNECT as the standard specifies', () => {
  expect(createConnectPacket('PG-1', 'k', 60)).toEqual(
    Buffer.from([
      0x10, 25, 0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 0xc2, 0, 60, 0, 4, 0x50, 0x47, 0x2d, 0x31, 0, 4,
      0x50, 0x47, 0x2d, 0x31, 0, 1, 0x6b,
    ]),
  );
});

it('encodes SUBSCRIBE with QoS 1', () => {
  expect([...createSubscribePacket('a/b')]).toEqual([0x82, 8, 0, 1, 0, 3, 0x61, 0x2f, 0x62, 1]);
});

it('encodes PUBLISH with QoS 1 and a two-byte remaining length from 128 bytes up', () => {
  const { bytes, packetIdOffset, payloadOffset } = createPublishTemplate(
    'a/b',
    Buffer.alloc(200, 0x78),
  );
  // 2 + 3 (topic) + 2 (packet ID) + 200 = 207 = 0xcf 0x01.
  expect([...bytes.subarray(0, 10)]).toEqual([0x32, 0xcf, 0x01, 0, 3, 0x61, 0x2f, 0x62, 0, 0]);
  expect(packetIdOffset).toBe(8);
  expect(payloadOffset).toBe(10);
  expect(bytes.length).toBe(210);
});

it('parses acknowledgments in chunks of any size', () => {
  const ids = [1, 2, 300, 65_535, 7];
  const stream = Buffer.concat([
    Buffer.from([0x20, 2, 0, 0]),
    // A PINGRESP and a PUBLISH with a long payload are skipped.
    Buffer.from([0xd0, 0]),
    Buffer.concat([Buffer.from([0x30, 0xac, 0x02]), Buffer.alloc(300)]),
    ...ids.map((id) => Buffer.from([0x40, 2, id >> 8, id & 0xff])),
  ]);
  fc.assert(
    fc.property(fc.array(fc.nat(stream.length), { maxLength: 6 }), (cuts) => {
      const packetIds: number[] = [];
      const codes: number[] = [];
      let unparsedBytes: Buffer = Buffer.alloc(0);
      const edges = [0, ...cuts, stream.length].sort((a, b) => a - b);
      edges.slice(1).forEach((to, i) => {
        const chunk = Buffer.concat([unparsedBytes, stream.subarray(edges[i], to)]);
        unparsedBytes = readPackets(chunk, {
          onConnack: (code) => codes.push(code),
          onPuback: (id) => packetIds.push(id),
        });
      });
      expect(codes).toEqual([0]);
      expect(packetIds).toEqual(ids);
      expect(unparsedBytes.length).toBe(0);
    }),
  );
});
