import { millis } from '@granary/domain/units';
import { createFrameTemplate, writeFrame } from '@granary/simulator/load/frames';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DICTIONARY_VERSION, deflateFrame, inflateFrame } from './deflate.ts';

describe('a deflated frame', () => {
  it('is inflated to the same bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5_000 }), (bytes) => {
        const frame = Buffer.from(bytes);
        expect(inflateFrame(deflateFrame(frame), DICTIONARY_VERSION)).toEqual(frame);
      }),
    );
    const longFrame = Buffer.alloc(32 * 1024, '{"v":1,"bin_number":1,');
    expect(inflateFrame(deflateFrame(longFrame), DICTIONARY_VERSION)).toEqual(longFrame);
  });

  it('can be inflated only with its own dictionary', () => {
    const body = deflateFrame(Buffer.from('{"v":1}'));
    expect(() => inflateFrame(body, DICTIONARY_VERSION + 1)).toThrow(/dictionary version/);
  });

  it('of version 1 can still be inflated, because released dictionaries never change', () => {
    const frame =
      '{"v":1,"bin_number":3,"date_time":"2026-10-14T14:20:00Z","temp_reading":[[16.1]]}';
    const body = Buffer.from(VERSION_1_FRAME, 'hex');
    expect(inflateFrame(body, 1).toString()).toBe(frame);
  });

  it('of the usual size takes less than 600 B, so that its row stays below 700 B', () => {
    const sizes = Array.from({ length: 200 }, (_, index) => {
      const template = createFrameTemplate('PG-0417', (index % 32) + 1, { cables: 8, sensors: 16 });
      const packet = Buffer.alloc(template.packet.bytes.length);
      writeFrame(template, millis(Date.UTC(2026, 9, 14) + index * 60_000), 1, packet, 0);
      return {
        whole: packet.length,
        deflated: deflateFrame(packet.subarray(template.packet.payloadOffset)).length,
      };
    });
    expect(sizes[0]?.whole).toBeGreaterThan(1_250);
    expect(Math.max(...sizes.map(({ deflated }) => deflated))).toBeLessThan(600);
  });
});

/** The frame of the test, deflated with dictionary version 1. */
const VERSION_1_FRAME = 'c316b7c604e3166bbc9ae919c6c6d60200';
