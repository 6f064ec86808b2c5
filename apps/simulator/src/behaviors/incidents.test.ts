import { HOUR, MINUTE, type Millis, millis, SECOND } from '@granary/domain/units';
import { describe, expect, it } from 'vitest';
import { type Fault, findNextIncident, isStalled, parseFaults } from './incidents.ts';

const START = millis(Date.UTC(2026, 9, 14, 19, 5));

it('parses faults by name', () => {
  expect(parseFaults('')).toEqual(new Set());
  expect(parseFaults('1')).toEqual(new Set(['network']));
  expect(parseFaults('stalls,switch')).toEqual(new Set(['stalls', 'switch']));
  expect(parseFaults('stalls,storm')).toBeNull();
});

describe('incidents', () => {
  function listIncidents(...kinds: Fault[]) {
    const incidentKinds: string[] = [];
    for (let at: Millis = START; at < START + 2 * HOUR; ) {
      const next = findNextIncident(7, new Set(kinds), at);
      if (next === null || next.at > START + 2 * HOUR) break;
      expect(next.at).toBeGreaterThan(at);
      incidentKinds.push(next.kind);
      at = next.at;
    }
    return incidentKinds;
  }

  it('of each kind happen about every ten minutes', () => {
    expect(listIncidents('switch').length).toBeGreaterThanOrEqual(11);
    const both = listIncidents('switch', 'power');
    expect(both.filter((kind) => kind === 'power').length).toBeGreaterThanOrEqual(11);
    expect(both.filter((kind) => kind === 'switch')).toEqual(listIncidents('switch'));
  });

  it('happen only if their kind is enabled', () => {
    expect(listIncidents('network', 'stalls')).toEqual([]);
  });
});

it('a connection stalls for 20 seconds every three minutes', () => {
  const seconds = Array.from({ length: 180 }, (_, i) => {
    const from = Math.floor(START / (3 * MINUTE)) * 3 * MINUTE;
    return isStalled(7, millis(from + i * SECOND));
  });
  expect(seconds.filter((stalled) => stalled)).toHaveLength(20);
});
