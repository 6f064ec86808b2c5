import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import vectors from '../../../../vectors/commands.json' with { type: 'json' };
import { COMMAND_KINDS, type DownCommand, decodeCommand, encodeCommand } from './frame.ts';

const namedVectors = vectors.commands.map((vector) => [vector.name, vector] as const);
const validCommands = namedVectors.flatMap(([name, { text, expect: value }]) =>
  // The times in the file are plain numbers of milliseconds, which the codec brands.
  value === undefined ? [] : [[name, text, value as DownCommand] as const],
);
const malformedCommands = namedVectors.filter(([, vector]) => vector.reason !== undefined);

describe('golden commands', () => {
  it('cover each kind', () => {
    expect(new Set(validCommands.map(([, , { instruction }]) => instruction.kind))).toEqual(
      new Set(COMMAND_KINDS),
    );
  });

  it.each(validCommands)('decode: %s', (_name, text, command) => {
    expect(decodeCommand(text)).toEqual(command);
  });

  it.each(validCommands)('encode: %s', (_name, text, command) => {
    expect(JSON.parse(encodeCommand(command))).toEqual(JSON.parse(text));
  });

  it.each(malformedCommands)('are ignored: %s', (_name, { text }) => {
    expect(decodeCommand(text)).toBeNull();
  });
});

it('decoding never throws, for any payload', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      expect(decodeCommand(text)).toBeNull();
    }),
  );
});
