import type { BinLoad, LevelCheck } from '@granary/contract/inventory/http';
import { DAY, HOUR, millis } from '@granary/domain/units';
import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { levelCheckQuery } from '../api/get-level-check.ts';
import { LevelCheckNotice } from './level-check-notice.tsx';

// The session module reads storage when it is imported.
vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
});

vi.mock('../../../lib/clock.ts', () => ({ useNow: () => 0 }));

const unload: BinLoad = {
  id: 1,
  binId: 4,
  type: 'unload',
  at: millis(30 * DAY),
  volume: 600,
  moisture: null,
  protein: null,
  version: 2,
};

const check: LevelCheck = {
  enteredChange: -600,
  measuredChange: -20,
  from: millis(unload.at - HOUR),
  to: millis(unload.at + HOUR),
  isContradicted: true,
};

function render(levelCheck: LevelCheck | null, load: BinLoad = unload) {
  const queries = new QueryClient();
  queries.setQueryData(levelCheckQuery(unload.id, unload.version).queryKey, levelCheck);
  const bin = { cropUnit: 'bushels', loadMethod: 'siloscan max' } as const;
  return renderMarkup(<LevelCheckNotice bin={bin} load={load} />, queries);
}

it('shows what was entered and what the level sensor measured for an unload', () => {
  const markup = render(check);
  expect(markup).toContain('role="alert"');
  expect(markup).toContain('The measured level does not match the latest entry');
  expect(markup).toMatch(/Entered −600.bu[a-z]*, measured −20.bu[a-z]*,/);
});

it('shows nothing if entry and sensor agree, or before the entry is compared', () => {
  expect(render({ ...check, isContradicted: false })).not.toContain('does not match');
  expect(render(null)).not.toContain('does not match');
  expect(render(check, { ...unload, version: 3 })).not.toContain('does not match');
});
