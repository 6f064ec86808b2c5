import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import vectors from '../../../../vectors/frames.json' with { type: 'json' };
import { fanFrame, firmwareFrame } from '../boards/frame.ts';
import { readingFrame } from './frame.ts';

/** Decodes a frame; returns its values, or the name of the first invalid field. */
function readFrame(
  kind: string,
  text: string,
): { readonly value: unknown } | { readonly reason: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { reason: 'json' };
  }
  const result = decode(kind, json);
  if (result.success) return { value: result.data };
  return { reason: String(result.error.issues[0]?.path[0] ?? 'frame') };
}

function decode(kind: string, json: unknown) {
  // The values come from outside, so they might not have the types that the codecs expect.
  switch (kind) {
    case 'temp-data':
      return z.safeParse(readingFrame, json);
    case 'fan-data':
      return z.safeParse(fanFrame, json);
    default:
      return z.safeParse(firmwareFrame, json);
  }
}

const namedVectors = vectors.frames.map((vector) => [vector.name, vector] as const);
const validFrames = namedVectors.filter(([, vector]) => 'expect' in vector);
const malformedFrames = namedVectors.filter(([, vector]) => 'reason' in vector);

describe('golden frames', () => {
  it('cover each kind, valid and malformed', () => {
    expect(validFrames.length).toBeGreaterThan(25);
    expect(malformedFrames.length).toBeGreaterThan(25);
    expect(new Set(vectors.frames.map(({ kind }) => kind)).size).toBe(3);
  });

  it.each(validFrames)('are decoded: %s', (_name, { kind, text, expect: value }) => {
    expect(readFrame(kind, text)).toEqual({ value });
  });

  it.each(malformedFrames)(
    'are rejected, naming the field: %s',
    (_name, { kind, text, reason }) => {
      expect(readFrame(kind, text)).toEqual({ reason });
    },
  );
});

it('decoding never throws, for any payload', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('temp-data', 'fan-data', 'firmware-data'),
      fc.json(),
      (kind, text) => {
        expect(readFrame(kind, text)).toBeTypeOf('object');
      },
    ),
  );
});
