import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import vectors from '../../../../vectors/commands.json' with { type: 'json' };
import { COMMAND_KINDS, type DownCommand, decodeCommand, encodeCommand } from './frame.ts';

const named = vectors.commands.map((vector) => [vector.name, vector] as const);
const valid = named.flatMap(([name, { text, expect: value }]) =>
  // The instants in the file are milliseconds, which the codec marks as such.
  value === undefined ? [] : [[name, text, value as DownCommand] as const],
);
const malformed = named.filter(([, vector]) => vector.reason !== undefined);

describe('golden commands', () => {
  it('cover each kind', () => {
    expect(new Set(valid.map(([, , { instruction }]) => instruction.kind))).toEqual(
      new Set(COMMAND_KINDS),
    );
  });

  it.each(valid)('decode: %s', (_name, text, command) => {
    expect(decodeCommand(text)).toEqual(command);
  });

  it.each(valid)('encode: %s', (_name, text, command) => {
    expect(JSON.parse(encodeCommand(command))).toEqual(JSON.parse(text));
  });

  it.each(malformed)('are ignored: %s', (_name, { text }) => {
    expect(decodeCommand(text)).toBeNull();
  });
});

it('never throws, for any payload', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      expect(decodeCommand(text)).toBeNull();
    }),
  );
});
