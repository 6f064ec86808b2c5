import { readFileSync } from 'node:fs';
import type { FrameKind } from '@granary/contract/boards/topics';
import { decodeCommand } from '@granary/contract/commands/frame';
import { scalarWireNames } from '@granary/contract/readings/scalars';
import { millis } from '@granary/domain/units';
import { expect, it } from 'vitest';
import { decodeFrame, type FrameContent } from '../ingest/decode.ts';
import type { IngestBin } from '../ingest/ingest-ports.ts';

const page = readFileSync(new URL('../../../../docs/board-protocol.md', import.meta.url), 'utf8');
const NOW = millis(Date.parse('2026-10-14T14:21:00Z'));

// `decodeFrame` only passes the bins on, so their other fields may be missing.
const bins = new Map([2, 3, 4].map((number) => [number, { timeZone: 'UTC' } as IngestBin]));

function decode(kind: FrameKind, json: string): FrameContent {
  const frame = { mainBoardId: 'A', topic: `boards/A/up/${kind}`, payload: Buffer.from(json) };
  return decodeFrame({ ...frame, receivedAt: NOW }, { id: 'A', importUntil: null, bins });
}

const blocks = [...page.matchAll(/```json (\S+)\n([^`]*)```/g)].map(
  ([, kind = '', json = '']) => [kind, json] as const,
);
const examples = blocks.filter(
  (block): block is readonly [FrameKind, string] => block[0] !== 'down',
);

it('the protocol page shows a command that boards can decode', () => {
  const commands = blocks.filter(([kind]) => kind === 'down');
  expect(commands.map(([, json]) => decodeCommand(json))).toEqual([
    expect.objectContaining({ instruction: { kind: 'fan', isOn: true, runForS: 7200 } }),
  ]);
});

it.each(examples)('the protocol page shows frames that can be decoded: %s', (kind, json) => {
  expect(decode(kind, json).kind).not.toBe('rejected');
  expect(decode(kind, json).binNumber).toBe(JSON.parse(json).bin_number ?? null);
});

it('the protocol page shows every kind of frame', () => {
  expect(new Set(examples.map(([kind]) => kind))).toEqual(
    new Set(['temp-data', 'fan-data', 'firmware-data']),
  );
});

it('the protocol page shows every measured value', () => {
  const [, json = '{}'] = examples.find(([kind]) => kind === 'temp-data') ?? [];
  for (const name of Object.values(scalarWireNames).flat()) {
    expect(json).toContain(`"${name}":`);
    // The name appears in the example and in the table of fields.
    expect(page.split(name).length).toBeGreaterThan(2);
  }
});

it.each(['v', 'bin_number', 'date_time'])(
  'a reading without %s is rejected, as the page states',
  (field) => {
    const [, json = '{}'] = examples.find(([kind]) => kind === 'temp-data') ?? [];
    const { [field]: _, ...rest } = JSON.parse(json);
    expect(decode('temp-data', JSON.stringify(rest))).toMatchObject({
      kind: 'rejected',
      reason: expect.stringMatching(new RegExp(`^${field}: `)),
    });
  },
);

it('a reading without its optional fields is accepted, as the page states', () => {
  const [, json = '{}'] = examples.find(([kind]) => kind === 'temp-data') ?? [];
  const fullReading = JSON.parse(json) as Record<string, unknown>;
  const requiredFields = ['v', 'bin_number', 'date_time'];
  const arrays = ['temp_reading', 'humidity_readings', 'cable_ids'];
  for (const field of Object.keys(fullReading).filter((key) => !requiredFields.includes(key))) {
    const { [field]: _, ...rest } = fullReading;
    expect(decode('temp-data', JSON.stringify(rest)).kind).toBe('reading');
    const empty = decode('temp-data', JSON.stringify({ ...fullReading, [field]: null }));
    expect(empty.kind, field).toBe(arrays.includes(field) ? 'rejected' : 'reading');
  }
});
